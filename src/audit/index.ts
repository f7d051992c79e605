export { AuditModule } from './audit.module';
export { auditRows, type AuditFact } from './data/audit-rows';
