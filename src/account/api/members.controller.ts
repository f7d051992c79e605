import { Body, Controller } from '@nestjs/common';
import { Tx } from '../../platform/database';
import { EmptyRequest, Field, InTx, Read, Write } from '../../platform/http';
import type { MemberRole } from '../../platform/scope';
import { GIVABLE_ROLES, MEMBER_ROLES, type Member } from '../domain/member';
import { ManageMembers } from '../use-cases/manage-members';

class AddMemberRequest {
  @Field.text({ max: 254, description: 'Unique in the company.', example: 'ona@example.com' }) email!: string;
  @Field.text({ optional: true }) name?: string;
  @Field.oneOf(MEMBER_ROLES, { description: 'An owner is added by owners and by the operator only.' })
  role!: MemberRole;
  @Field.id({
    optional: true,
    description: 'Which company; the operator must say, a key may only name its own.',
  })
  companyId?: string;
}

class SetMemberRoleRequest {
  @Field.id() userId!: string;
  @Field.oneOf(GIVABLE_ROLES) role!: MemberRole;
}

class RemoveMemberRequest {
  @Field.id() userId!: string;
}

class MemberResponse implements Member {
  @Field.id() userId!: string;
  @Field.text() email!: string;
  @Field.text({ nullable: true }) name!: string | null;
  @Field.oneOf(MEMBER_ROLES) role!: MemberRole;
  @Field.instant() createdAt!: string;
}

class MemberList {
  @Field.list(() => MemberResponse) rows!: MemberResponse[];
}

class MemberRoleResponse {
  @Field.id() userId!: string;
  @Field.oneOf(MEMBER_ROLES) role!: MemberRole;
}

class MemberRemoved {
  @Field.boolean() removed!: boolean;
}

@Controller()
export class MembersController {
  constructor(private readonly members: ManageMembers) {}

  @Write('account/members/add', {
    summary: 'Add a person to the company',
    request: AddMemberRequest,
    response: MemberResponse,
    access: 'company_or_operator',
    status: 201,
    addition: true,
  })
  add(@Body() request: AddMemberRequest, @InTx() tx: Tx): Promise<MemberResponse> {
    return this.members.add(tx, request);
  }

  @Read('account/members/list', {
    summary: 'The persons of the company',
    request: EmptyRequest,
    response: MemberList,
  })
  async list(@Body() _request: EmptyRequest, @InTx() tx: Tx): Promise<MemberList> {
    return { rows: await this.members.list(tx) };
  }

  @Write('account/members/set-role', {
    summary: "Change what a member may do; holds from the member's next call on",
    request: SetMemberRoleRequest,
    response: MemberRoleResponse,
  })
  async setRole(@Body() { userId, role }: SetMemberRoleRequest, @InTx() tx: Tx): Promise<MemberRoleResponse> {
    const member = await this.members.setRole(tx, userId, role);
    return { userId, role: member.role };
  }

  @Write('account/members/remove', {
    summary: 'Take a person out of the company; the keys that act as him, and those that he made, end',
    request: RemoveMemberRequest,
    response: MemberRemoved,
  })
  async remove(@Body() { userId }: RemoveMemberRequest, @InTx() tx: Tx): Promise<MemberRemoved> {
    await this.members.remove(tx, userId);
    return { removed: true };
  }
}
