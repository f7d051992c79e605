export { AuditModule } from './audit.module';
export { auditRows, changeOf, type AuditFact } from './data/audit-rows';
