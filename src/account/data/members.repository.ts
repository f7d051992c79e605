import { Injectable } from '@nestjs/common';
import { refuseUnknown } from '../../shared/domain-error';
import type { MemberRole } from '../../platform/scope';
import type { TableRows, Tx } from '../../platform/database';
import type { Member } from '../domain/member';

@Injectable()
export class MembersRepository {
  /** Rows of a new member; insert them together with the audit row. */
  rows(tx: Tx, { userId, email, name, role, createdAt }: Member, emailKey: string): TableRows {
    return {
      table: 'company_members',
      rows: [
        {
          company_id: tx.companyId,
          user_id: userId,
          email,
          email_key: emailKey,
          name,
          role,
          created_at: createdAt,
          removed_at: null,
        },
      ],
    };
  }

  /** All who have not left, in the order they came. */
  async list(tx: Tx): Promise<Member[]> {
    return this.select(tx, '');
  }

  /** The same, locked: who would change one of them waits, and then sees what was made of it. */
  async listForUpdate(tx: Tx): Promise<Member[]> {
    return this.select(tx, 'FOR UPDATE');
  }

  /** @throws DomainError `not_found` naming the member of the request; also for who has left */
  async get(tx: Tx, userId: string, member: string): Promise<Member> {
    return (await this.find(tx, userId)) ?? refuseUnknown(member, `Member ${userId}`);
  }

  /** Undefined for who has left. */
  async find(tx: Tx, userId: string): Promise<Member | undefined> {
    return (await this.list(tx)).find(candidate => candidate.userId === userId);
  }

  async withEmail(tx: Tx, emailKey: string): Promise<string | undefined> {
    const [found] = await tx.query<{ id: string }>(
      'SELECT user_id AS id FROM company_members WHERE company_id = $1 AND email_key = $2 AND removed_at IS NULL',
      [tx.companyId, emailKey],
    );
    return found?.id;
  }

  async setRole(tx: Tx, userId: string, role: MemberRole): Promise<void> {
    await tx.execute('UPDATE company_members SET role = $3 WHERE company_id = $1 AND user_id = $2', [
      tx.companyId,
      userId,
      role,
    ]);
  }

  /** Ends the membership and every key that acts as the member or was made by him; returns their ids. */
  async remove(tx: Tx, userId: string): Promise<string[]> {
    await tx.execute('UPDATE company_members SET removed_at = $3 WHERE company_id = $1 AND user_id = $2', [
      tx.companyId,
      userId,
      tx.now,
    ]);
    const revoked = await tx.query<{ id: string }>(
      `UPDATE api_keys SET revoked_at = $3
        WHERE company_id = $1 AND (member_id = $2 OR created_by = $2::text) AND revoked_at IS NULL RETURNING api_key_id AS id`,
      [tx.companyId, userId, tx.now],
    );
    return revoked.map(({ id }) => id).sort();
  }

  private async select(tx: Tx, lock: string): Promise<Member[]> {
    return tx.query<Member>(
      `SELECT user_id AS "userId", email, name, role, created_at AS "createdAt"
         FROM company_members WHERE company_id = $1 AND removed_at IS NULL ORDER BY user_id ${lock}`,
      [tx.companyId],
    );
  }
}
