import { Injectable } from '@nestjs/common';
import { refuse, refuseUnknown } from '../../shared/domain-error';
import { newId } from '../../shared/ids';
import { auditRows } from '../../audit';
import type { Tx } from '../../platform/database';
import type { MemberRole } from '../../platform/scope';
import { CompaniesRepository } from '../data/companies.repository';
import { MembersRepository } from '../data/members.repository';
import { refuseDeleted } from '../domain/company-status';
import { emailKey, refuseLastOwner, refuseUnlessManager, type Member } from '../domain/member';
import { inNamedCompany } from '../steps/in-named-company';

/** Who joins, and as what. */
interface Joining {
  email: string;
  name?: string | null;
  role: MemberRole;
  /** Only the operator has to say. */
  companyId?: string;
}

/** The persons of a company: who they are and what they may do. A company always keeps an owner once it has one. */
@Injectable()
export class ManageMembers {
  constructor(
    private readonly members: MembersRepository,
    private readonly companies: CompaniesRepository,
  ) {}

  list(tx: Tx): Promise<Member[]> {
    return this.members.list(tx);
  }

  /** @throws DomainError `role_missing`, `duplicate` */
  async add(tx: Tx, { name = null, role, companyId, ...given }: Joining): Promise<Member> {
    refuseUnlessManager(tx.actor, [role]);
    const email = given.email.trim();
    const key = emailKey(email);
    const member = { userId: newId(), email, name, role, createdAt: tx.now.toISOString() };
    const fact = {
      action: 'member.added',
      entity: 'member',
      entityId: member.userId,
      diff: { email, name, role },
    };
    return inNamedCompany(tx, companyId, fact, async inside => {
      refuseDeleted(await this.companies.get(inside));
      const existingId = await this.members.withEmail(inside, key);
      if (existingId !== undefined)
        refuse('duplicate', `${email} is a member of the company already.`, {
          existingId,
          fieldErrors: { email: ['is a member already'] },
        });
      await inside.insert(this.members.rows(inside, member, key), auditRows(inside, fact));
      return member;
    });
  }

  /** Holds from the member's next call on. @throws DomainError `not_found`, `role_missing`, `own_membership`, `last_owner` */
  async setRole(tx: Tx, userId: string, role: MemberRole): Promise<Member> {
    const member = await this.changing(tx, userId, [role]);
    await this.members.setRole(tx, userId, role);
    const diff = { before: { role: member.role }, after: { role } };
    await tx.insert(auditRows(tx, { action: 'member.role_set', entity: 'member', entityId: userId, diff }));
    return { ...member, role };
  }

  /**
   * Ends the member's keys with the membership, and those that he made for others: he may know them.
   * @throws DomainError `not_found`, `role_missing`, `own_membership`, `last_owner`
   */
  async remove(tx: Tx, userId: string): Promise<void> {
    const { email, name, role } = await this.changing(tx, userId, []);
    const revokedKeys = await this.members.remove(tx, userId);
    const diff = { email, name, role, revokedKeys };
    await tx.insert(auditRows(tx, { action: 'member.removed', entity: 'member', entityId: userId, diff }));
  }

  /** The member that is about to change; all are locked, so that two changes do not each leave the other as last owner. */
  private async changing(tx: Tx, userId: string, newRoles: MemberRole[]): Promise<Member> {
    refuseUnlessManager(tx.actor, newRoles);
    const members = await this.members.listForUpdate(tx);
    const member = members.find(candidate => candidate.userId === userId);
    if (!member) return refuseUnknown('userId', `Member ${userId}`);
    if (userId === tx.actor.id)
      refuse('own_membership', 'One does not change or end a membership of oneself; another manager does.');
    refuseUnlessManager(tx.actor, [member.role]);
    refuseLastOwner(member, members);
    return member;
  }
}
