import { Body, Controller } from '@nestjs/common';
import type { Currency } from '../../shared/currency';
import type { Decimal } from '../../shared/decimal';
import { Money } from '../../shared/money';
import { sumOf } from '../../shared/decimal';
import { Tx } from '../../platform/database';
import { Field, InTx, Read } from '../../platform/http';
import { LINE_LABELS, type Bridge } from '../domain/reconciliation/bridge';
import { ReconcileVat, type VatReconciliation } from '../use-cases/reconcile-vat';

class VatReconciliationRequest {
  @Field.integer({ min: 1900, max: 2199, example: 2026 }) year!: number;
  @Field.integer({ min: 1, max: 12, example: 7 }) month!: number;
  @Field.integer({
    optional: true,
    min: 0,
    max: 100,
    description:
      'Box 28 of FR0600 as it is filed, for a company that has set no pro rata (vat/pro-rata/set); default 100.',
  })
  deductionPercent?: number;
}

class BridgeEndResponse {
  @Field.text() label!: string;
  @Field.decimal() amount!: string;
}

class BridgeLineResponse {
  @Field.oneOf(Object.keys(LINE_LABELS)) code!: string;
  @Field.text() label!: string;
  @Field.decimal({ description: 'What is added on the way.' }) amount!: string;
  @Field.integer({ nullable: true, description: 'Documents or entries behind it.' }) count!: number | null;
}

class BridgeResponse {
  @Field.text({ example: 'register_to_isaf.input_vat' }) name!: string;
  @Field.object(() => BridgeEndResponse) from!: BridgeEndResponse;
  @Field.list(() => BridgeLineResponse) lines!: BridgeLineResponse[];
  @Field.object(() => BridgeEndResponse) to!: BridgeEndResponse;
  @Field.decimal({ description: '`from` and all lines less `to`; 0.00 when every difference is named.' })
  unexplained!: string;
}

class EntryOutsideDocuments {
  @Field.id() journalTransactionId!: string;
  @Field.date() date!: string;
  @Field.text() accountCode!: string;
  @Field.text({ nullable: true }) description!: string | null;
  @Field.text({ nullable: true, description: 'null: a manual transaction.' }) documentType!: string | null;
  @Field.decimal() debit!: string;
  @Field.decimal() credit!: string;
}

class EntriesOutsideDocuments {
  @Field.integer() total!: number;
  @Field.list(() => EntryOutsideDocuments, { description: 'By date, the first 100.' })
  rows!: EntryOutsideDocuments[];
}

class BetweenMonths {
  @Field.oneOf(['sales', 'purchases']) side!: string;
  @Field.id() documentId!: string;
  @Field.text() documentNumber!: string;
  @Field.date() documentDate!: string;
  @Field.date() postedOn!: string;
  @Field.date({ description: 'The day that puts it into its VAT period.' }) countedOn!: string;
  @Field.decimal() net!: string;
  @Field.decimal({ description: 'Charged, or owed by the buyer.' }) vat!: string;
}

class DocumentsBetweenMonths {
  @Field.integer() total!: number;
  @Field.list(() => BetweenMonths, { description: 'The first 100.' }) rows!: BetweenMonths[];
}

class Unequal {
  @Field.text({ nullable: true, description: 'null: it is in the register and not in the journal.' })
  documentType!: string | null;
  @Field.id() documentId!: string;
  @Field.text({ nullable: true }) description!: string | null;
  @Field.decimal({ description: 'Output VAT less input VAT.' }) ledgerVat!: string;
  @Field.decimal() registerVat!: string;
}

class UnequalDocuments {
  @Field.integer() total!: number;
  @Field.list(() => Unequal, { description: 'The first 100.' }) rows!: Unequal[];
}

class VatReconciliationResponse {
  @Field.date() periodStart!: string;
  @Field.date() periodEnd!: string;
  @Field.text({ description: 'Base currency.' }) currency!: string;
  @Field.list(() => BridgeResponse, {
    description: 'VAT accounts to VAT register, VAT register to i.SAF, i.SAF to FR0600; VAT and value each.',
  })
  bridges!: BridgeResponse[];
  @Field.decimal({ description: 'Of all bridges, without signs: 0.00 when nothing is left to look for.' })
  unexplained!: string;
  @Field.object(() => EntriesOutsideDocuments, {
    description: 'Entries on VAT accounts that no document of the register made.',
  })
  entriesOutsideDocuments!: EntriesOutsideDocuments;
  @Field.object(() => DocumentsBetweenMonths, {
    description: 'Documents that are dated, posted or counted for VAT in different months.',
  })
  documentsBetweenMonths!: DocumentsBetweenMonths;
  @Field.object(() => UnequalDocuments, {
    description: 'Documents whose VAT in the journal is not that in the register. There should be none.',
  })
  unequalDocuments!: UnequalDocuments;
  @Field.texts() notes!: string[];
}

@Controller()
export class VatReconciliationController {
  constructor(private readonly reconcileVat: ReconcileVat) {}

  @Read('reports/vat-reconciliation', {
    summary: 'The VAT of a month from the ledger over register and i.SAF to FR0600, by named lines',
    request: VatReconciliationRequest,
    response: VatReconciliationResponse,
    addition: true,
  })
  async reconcile(
    @Body() { year, month, deductionPercent }: VatReconciliationRequest,
    @InTx() tx: Tx,
  ): Promise<VatReconciliationResponse> {
    const reconciliation = await this.reconcileVat.execute(tx, { year, month }, deductionPercent);
    return response(reconciliation, tx.company.baseCurrency);
  }
}

function response(
  { days, bridges, entries, betweenMonths, unequal, notes }: VatReconciliation,
  base: Currency,
): VatReconciliationResponse {
  const money = (amount: Decimal | string): string => Money.of(amount, base).toString();
  return {
    periodStart: days.from,
    periodEnd: days.to,
    currency: base.code,
    bridges: bridges.map(one => bridgeResponse(one, base)),
    unexplained: money(sumOf(bridges.map(({ unexplained }) => unexplained.abs()))),
    entriesOutsideDocuments: {
      total: entries.total,
      rows: entries.rows.map(row => ({ ...row, debit: money(row.debit), credit: money(row.credit) })),
    },
    documentsBetweenMonths: {
      total: betweenMonths.total,
      rows: betweenMonths.rows.map(row => ({ ...row, net: money(row.net), vat: money(row.vat) })),
    },
    unequalDocuments: {
      total: unequal.total,
      rows: unequal.rows.map(row => ({
        ...row,
        ledgerVat: money(row.ledgerVat),
        registerVat: money(row.registerVat),
      })),
    },
    notes,
  };
}

function bridgeResponse({ name, from, lines, to, unexplained }: Bridge, base: Currency): BridgeResponse {
  const money = (amount: Decimal): string => Money.of(amount, base).toString();
  return {
    name,
    from: { label: from.label, amount: money(from.amount) },
    lines: lines.map(({ code, amount, count }) => ({
      code,
      label: LINE_LABELS[code],
      amount: money(amount),
      count,
    })),
    to: { label: to.label, amount: money(to.amount) },
    unexplained: money(unexplained),
  };
}
