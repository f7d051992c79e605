import { Field } from '../../platform/http';
import type { ApiKey } from '../domain/api-key';
import type { Company } from '../domain/company';
import type { Member } from '../domain/member';
import { CompanySummary, INTEGRATION_ROLE } from './companies.response';

/** The only language of our messages. */
const LOCALE = 'en';
const PLAN = 'self-hosted';

class CallerIdentity {
  @Field.text({ description: "The member, else the key's lineage, which stays when the key is rotated." })
  id!: string;
  @Field.text({ description: 'Empty: an integration has none.' }) email!: string;
  @Field.text({ nullable: true, description: 'Of the member, else of the key.' }) name!: string | null;
  @Field.text() locale!: string;
  @Field.text() plan!: string;
  @Field.boolean() isSuperAdmin!: boolean;
}

class Billing {
  @Field.oneOf(['trial', 'active', 'suspended']) status!: string;
  @Field.text() plan!: string;
  @Field.integer() balanceCents!: number;
  @Field.instant({ nullable: true }) trialEndsAt!: string | null;
  @Field.text() payerUserId!: string;
  @Field.text() payerEmail!: string;
  @Field.boolean() isPayer!: boolean;
  /** From here on: members that newer official clients insist on. */
  @Field.integer() overdraftAllowanceCents!: number;
  @Field.boolean() planChosen!: boolean;
  @Field.boolean() flatRate!: boolean;
  @Field.oneOf(['flat_rate', 'per_request']) accountType!: string;
}

class Consent {
  @Field.text({ nullable: true }) termsVersion!: string | null;
  @Field.instant({ nullable: true }) termsAcceptedAt!: string | null;
  @Field.text({ nullable: true }) dpaVersion!: string | null;
  @Field.instant({ nullable: true }) dpaAcceptedAt!: string | null;
  @Field.text() currentTermsVersion!: string;
  @Field.text() currentDpaVersion!: string;
  @Field.boolean() required!: boolean;
}

class CallerCompany extends CompanySummary {
  @Field.oneOf(['active', 'archived', 'deleted']) status!: string;
  @Field.instant({ nullable: true }) deletedAt!: string | null;
}

/** Who a key is. What only a hosted service has (billing, consent, referrals) is there and empty. */
export class MeResponse {
  @Field.object(() => CallerIdentity) user!: CallerIdentity;
  @Field.text() locale!: string;
  @Field.id({ nullable: true }) activeCompanyId!: string | null;
  @Field.text() timeZone!: string;
  @Field.text({ nullable: true }) role!: string | null;
  @Field.object(() => Billing) billing!: Billing;
  @Field.integer() referralPoints!: number;
  @Field.object(() => Consent) consent!: Consent;
  @Field.list(() => CallerCompany) companies!: CallerCompany[];

  static of(caller: { apiKey: ApiKey; member: Member | null; company: Company }): MeResponse {
    const { apiKey, member, company } = caller;
    const { status, deletedAt } = company;
    const role = member?.role ?? INTEGRATION_ROLE;
    return {
      user: {
        id: member?.userId ?? apiKey.lineageId,
        email: member?.email ?? '',
        name: member ? member.name : apiKey.name,
        locale: LOCALE,
        plan: PLAN,
        isSuperAdmin: false,
      },
      locale: LOCALE,
      activeCompanyId: company.companyId,
      timeZone: company.timeZone,
      role,
      billing: NO_BILLING,
      referralPoints: 0,
      consent: NO_CONSENT,
      companies: [{ ...CompanySummary.of(company), role, status, deletedAt }],
    };
  }
}

const NO_BILLING: Billing = {
  status: 'active',
  plan: PLAN,
  balanceCents: 0,
  trialEndsAt: null,
  overdraftAllowanceCents: 0,
  planChosen: true,
  flatRate: true,
  accountType: 'flat_rate',
  payerUserId: '',
  payerEmail: '',
  isPayer: false,
};

const NO_CONSENT: Consent = {
  termsVersion: null,
  termsAcceptedAt: null,
  dpaVersion: null,
  dpaAcceptedAt: null,
  currentTermsVersion: '',
  currentDpaVersion: '',
  required: false,
};
