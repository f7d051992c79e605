import { refuse, refuseField } from '../../shared/domain-error';
import type { Actor, MemberRole } from '../../platform/scope';

/** A person who works in a company. */
export interface Member {
  userId: string;
  email: string;
  name: string | null;
  role: MemberRole;
  createdAt: string;
}

/** From all rights to the least. */
export const MEMBER_ROLES: readonly MemberRole[] = [
  'owner',
  'admin',
  'accountant',
  'manager',
  'developer',
  'viewer',
];

/** What a member can be made by `set-role`: an owner is added as one. */
export const GIVABLE_ROLES = MEMBER_ROLES.filter(role => role !== 'owner');

/**
 * Members are managed by owners and admins, by the operator, and by a key of no member that holds everything. Whoever is no
 * owner and not the operator leaves owners alone: else an admin would make himself one.
 * @param roles the roles that the change takes away or gives
 * @throws DomainError `role_missing`
 */
export function refuseUnlessManager(actor: Actor, roles: MemberRole[]): void {
  if (actor.type === 'operator') return;
  const isManager =
    actor.scopes.includes('*') &&
    (actor.type === 'api_key' || actor.role === 'owner' || actor.role === 'admin');
  if (!isManager)
    refuse('role_missing', 'Members are managed by owners, admins and keys of no member that hold *.');
  if (roles.includes('owner') && actor.role !== 'owner')
    refuse('role_missing', 'Owners are added, changed and removed by owners and by the operator only.');
}

/** The address as it is compared. @throws DomainError `invalid_request` when it cannot be one */
export function emailKey(email: string): string {
  if (!/^[^\s@<>(),;:"]+@[^\s@<>(),;:"]+$/.test(email)) refuseField('email', 'must be one e-mail address');
  return email.normalize('NFKC').toLowerCase();
}

/** @throws DomainError `last_owner` */
export function refuseLastOwner(member: Member, members: readonly Member[]): void {
  const owners = members.filter(({ role }) => role === 'owner');
  if (member.role === 'owner' && owners.length === 1)
    refuse('last_owner', `${member.email} is the only owner of the company; add another owner first.`);
}
