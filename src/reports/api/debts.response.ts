import type { Currency } from '../../shared/currency';
import { Money } from '../../shared/money';
import { Field } from '../../platform/http';
import { DEBT_SIDES, type AgedDebt, type DebtSide, type PartnerBalance } from '../domain/partner-debts';

class PartnerBalanceRow {
  @Field.id() partnerId!: string;
  @Field.text() partnerName!: string;
  @Field.decimal({ description: 'What the partner owes, less its credits.' }) receivable!: string;
  @Field.decimal({ description: 'What the partner is owed, less its credits.' }) payable!: string;
  @Field.decimal({ description: 'receivable - payable.' }) net!: string;
}

class PartnerBalanceTotals {
  @Field.decimal() receivable!: string;
  @Field.decimal() payable!: string;
}

export class PartnerBalancesResponse {
  @Field.list(() => PartnerBalanceRow, {
    description: 'Partners with something open, by name; in base currency at carrying amounts.',
  })
  rows!: PartnerBalanceRow[];
  @Field.object(() => PartnerBalanceTotals, { addition: true }) totals!: PartnerBalanceTotals;
}

class AgedDebtRow {
  @Field.id() partnerId!: string;
  @Field.text() partnerName!: string;
  @Field.decimal({ description: 'Due on `asOf` or later.' }) current!: string;
  @Field.decimal({ description: '1 to 30 days overdue.' }) d1to30!: string;
  @Field.decimal() d31to60!: string;
  @Field.decimal() d61to90!: string;
  @Field.decimal() over90!: string;
  @Field.decimal() total!: string;
}

export class DebtAgingResponse {
  @Field.date() asOf!: string;
  @Field.oneOf(DEBT_SIDES) side!: string;
  @Field.list(() => AgedDebtRow, {
    description:
      'Partners with something open, by name; in base currency. Credit notes and payments without a document take off.',
  })
  rows!: AgedDebtRow[];
}

export function partnerBalancesResponse(rows: PartnerBalance[], base: Currency): PartnerBalancesResponse {
  const amount = (text: string): string => Money.of(text, base).toString();
  const total = (side: 'receivable' | 'payable'): string =>
    Money.sum(
      rows.map(row => Money.of(row[side], base)),
      base,
    ).toString();
  return {
    rows: rows.map(({ partnerId, partnerName, receivable, payable, net }) => ({
      partnerId,
      partnerName,
      receivable: amount(receivable),
      payable: amount(payable),
      net: amount(net),
    })),
    totals: { receivable: total('receivable'), payable: total('payable') },
  };
}

export function debtAgingResponse(
  { asOf, side }: { asOf: string; side: DebtSide },
  rows: AgedDebt[],
  base: Currency,
): DebtAgingResponse {
  const amount = (text: string): string => Money.of(text, base).toString();
  return {
    asOf,
    side,
    rows: rows.map(({ partnerId, partnerName, current, d1to30, d31to60, d61to90, over90, total }) => ({
      partnerId,
      partnerName,
      current: amount(current),
      d1to30: amount(d1to30),
      d31to60: amount(d31to60),
      d61to90: amount(d61to90),
      over90: amount(over90),
      total: amount(total),
    })),
  };
}
