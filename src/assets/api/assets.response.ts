import { Field } from '../../platform/http';
import { ASSET_STATUSES, DEPRECIATION_METHODS, DISPOSAL_REASONS, type Asset } from '../domain/asset';
import { AssetDocumentMember } from './assets.request';

export class GroupResponse {
  @Field.id() id!: string;
  @Field.text() code!: string;
  @Field.text() name!: string;
  @Field.integer({ nullable: true }) defaultUsefulLifeMonths!: number | null;
  @Field.text() assetAccountCode!: string;
  @Field.text() depreciationAccountCode!: string;
  @Field.text() expenseAccountCode!: string;
  @Field.instant() createdAt!: string;
}

class ModernizationResponse {
  @Field.date() date!: string;
  @Field.decimal() amount!: string;
  @Field.integer() addedLifeMonths!: number;
  @Field.text({ nullable: true }) notes!: string | null;
}

class InputVatUseChange {
  @Field.integer() year!: number;
  @Field.decimal() percent!: string;
  @Field.oneOf(['use_change', 'sale', 'withdrawal']) reason!: string;
}

export class AssetResponse {
  @Field.id() id!: string;
  @Field.id() groupId!: string;
  @Field.text() code!: string;
  @Field.text() name!: string;
  @Field.date() acquisitionDate!: string;
  @Field.date() depreciationStartDate!: string;
  @Field.oneOf(DEPRECIATION_METHODS, { addition: true }) depreciationMethod!: string;
  @Field.decimal() acquisitionCost!: string;
  @Field.decimal() salvageValue!: string;
  @Field.integer() usefulLifeMonths!: number;
  @Field.decimal({ addition: true }) openingAccumulatedDepreciation!: string;
  @Field.integer({ addition: true }) openingDepreciatedMonths!: number;
  @Field.decimal({ description: 'Acquisition cost and what modernizations added.' }) totalCost!: string;
  @Field.decimal({ description: 'Posted here and before.' }) accumulatedDepreciation!: string;
  @Field.decimal({
    description: 'totalCost less accumulatedDepreciation; of a disposed asset, what was written off.',
  })
  netBookValue!: string;
  @Field.integer() depreciatedMonths!: number;
  @Field.integer() totalLifeMonths!: number;
  @Field.oneOf(ASSET_STATUSES) status!: string;
  @Field.text({ nullable: true }) notes!: string | null;
  @Field.list(() => AssetDocumentMember, { nullable: true }) documents!: AssetDocumentMember[] | null;
  @Field.list(() => ModernizationResponse, { addition: true }) modernizations!: ModernizationResponse[];
  @Field.decimal({ nullable: true }) inputVatAmount!: string | null;
  @Field.date({ nullable: true }) inputVatFirstUseDate!: string | null;
  @Field.decimal({ nullable: true }) inputVatDeductiblePercent!: string | null;
  @Field.boolean() inputVatRealEstate!: boolean;
  @Field.list(() => InputVatUseChange) inputVatUseChanges!: InputVatUseChange[];
  @Field.date({ nullable: true }) disposalDate!: string | null;
  @Field.oneOf(DISPOSAL_REASONS, { nullable: true }) disposalReason!: string | null;
  @Field.decimal({ nullable: true }) disposalProceeds!: string | null;
  @Field.text({ nullable: true, addition: true }) disposalNotes!: string | null;
  @Field.id({ nullable: true }) disposalJournalTransactionId!: string | null;
  @Field.instant() createdAt!: string;
}

/** The adjustment of input VAT is not kept: its members are empty. */
export function assetResponse(asset: Asset): AssetResponse {
  const { disposal, opening } = asset;
  return {
    id: asset.id,
    groupId: asset.groupId,
    code: asset.code,
    name: asset.name,
    acquisitionDate: asset.acquiredOn,
    depreciationStartDate: asset.depreciationStartsOn,
    depreciationMethod: asset.method,
    acquisitionCost: asset.acquisitionCost.toString(),
    salvageValue: asset.salvageValue.toString(),
    usefulLifeMonths: asset.usefulLifeMonths,
    openingAccumulatedDepreciation: opening.accumulated.toString(),
    openingDepreciatedMonths: opening.months,
    totalCost: asset.totalCost.toString(),
    accumulatedDepreciation: asset.accumulatedDepreciation.toString(),
    netBookValue: asset.netBookValue.toString(),
    depreciatedMonths: asset.depreciatedMonths,
    totalLifeMonths: asset.totalLifeMonths,
    status: asset.status,
    notes: asset.notes,
    documents: asset.documents,
    modernizations: asset.modernizations.map(each => ({ ...each, amount: each.amount.toString() })),
    inputVatAmount: null,
    inputVatFirstUseDate: null,
    inputVatDeductiblePercent: null,
    inputVatRealEstate: false,
    inputVatUseChanges: [],
    disposalDate: disposal?.date ?? null,
    disposalReason: disposal?.reason ?? null,
    disposalProceeds: disposal?.proceeds.toString() ?? null,
    disposalNotes: disposal?.notes ?? null,
    disposalJournalTransactionId: disposal?.transactionId ?? null,
    createdAt: asset.createdAt,
  };
}

class PreviewRowResponse {
  @Field.id() assetId!: string;
  @Field.text() code!: string;
  @Field.text() name!: string;
  @Field.decimal({ description: 'Earlier months that are missing included.' }) amount!: string;
  @Field.boolean() alreadyPosted!: boolean;
  @Field.texts({ addition: true, description: 'Months that the amount is for, as `YYYY-MM`.' })
  months!: string[];
}

export class PreviewResponse {
  @Field.list(() => PreviewRowResponse) rows!: PreviewRowResponse[];
  @Field.decimal({ description: 'What posting the month would post.' }) total!: string;
}

export class PostedRunResponse {
  @Field.integer({ description: 'Assets.' }) posted!: number;
  @Field.integer({ description: 'Assets whose month was posted before.' }) skipped!: number;
  @Field.integer({ addition: true, description: 'Rows for earlier months, which were missing.' })
  caughtUp!: number;
  @Field.decimal() total!: string;
  @Field.id({ nullable: true }) journalTransactionId!: string | null;
}

export class ReversedRunResponse {
  @Field.integer({ description: 'Assets.' }) reversed!: number;
  @Field.integer({ description: 'Assets disposed of since; they keep their depreciation.' })
  skipped!: number;
  @Field.decimal() total!: string;
  @Field.id({ nullable: true }) journalTransactionId!: string | null;
}
