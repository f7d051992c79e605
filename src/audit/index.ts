export { AuditModule } from './audit.module';
export { auditRows, changeOf, changeOfDraft, lossOfDraft, type AuditFact } from './data/audit-rows';
