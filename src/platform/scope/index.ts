export { OPERATOR_SCOPE, type Actor, type CompanyProfile, type MemberRole } from './scope';
