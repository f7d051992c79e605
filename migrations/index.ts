import { Foundation1796000000001 } from './1796000000001-foundation';
import { Reference1796000000002 } from './1796000000002-reference';
import { Ledger1796000000003 } from './1796000000003-ledger';
import { Sales1796000000004 } from './1796000000004-sales';
import { Assets1796000000005 } from './1796000000005-assets';
import { CatalogAndRates1796000000006 } from './1796000000006-catalog-and-rates';
import { Purchases1796000000007 } from './1796000000007-purchases';
import { Bank1796000000008 } from './1796000000008-bank';
import { Settlements1796000000009 } from './1796000000009-settlements';
import { Work1796000000010 } from './1796000000010-work';
import { OutboundWebhooks1796000000011 } from './1796000000011-outbound-webhooks';
import { InboundWebhooks1796000000012 } from './1796000000012-inbound-webhooks';
import { Payments1796000000013 } from './1796000000013-payments';
import { Mail1796000000014 } from './1796000000014-mail';
import { VatReturns1796000000022 } from './1796000000022-vat-returns';
import { Submissions1796000000023 } from './1796000000023-submissions';
import { VatEngine1796000000024 } from './1796000000024-vat-engine';
import { Advances1796000000025 } from './1796000000025-advances';
import { CashAccountingAndProRata1796000000026 } from './1796000000026-cash-accounting-and-pro-rata';
import { VatReconciliation1796000000027 } from './1796000000027-vat-reconciliation';
import { Documents1796000000028 } from './1796000000028-documents';
import { CostCentersAndBalances1796000000029 } from './1796000000029-cost-centers-and-balances';
import { OpeningAndClosing1796000000030 } from './1796000000030-opening-and-closing';
import { MembersAndRates1796000000031 } from './1796000000031-members-and-rates';
import { CalmerLanes1796000000032 } from './1796000000032-calmer-lanes';
import { ChargesTakenBack1796000000033 } from './1796000000033-charges-taken-back';
import { FrozenHeaders1796000000034 } from './1796000000034-frozen-headers';
import { WebhookRetention1796000000035 } from './1796000000035-webhook-retention';
import { KeptPlans1796000000036 } from './1796000000036-kept-plans';
import { BankReconciliation1796000000037 } from './1796000000037-bank-reconciliation';
import { AssetCorrections1796000000040 } from './1796000000040-asset-corrections';
import { TrimmedBusinessKeys1796000000042 } from './1796000000042-trimmed-business-keys';

/** Every migration, in order. What has landed is never edited. */
export const MIGRATIONS = [
  Foundation1796000000001,
  Reference1796000000002,
  Ledger1796000000003,
  Sales1796000000004,
  Assets1796000000005,
  CatalogAndRates1796000000006,
  Purchases1796000000007,
  Bank1796000000008,
  Settlements1796000000009,
  Work1796000000010,
  OutboundWebhooks1796000000011,
  InboundWebhooks1796000000012,
  Payments1796000000013,
  Mail1796000000014,
  VatReturns1796000000022,
  Submissions1796000000023,
  VatEngine1796000000024,
  Advances1796000000025,
  CashAccountingAndProRata1796000000026,
  VatReconciliation1796000000027,
  Documents1796000000028,
  CostCentersAndBalances1796000000029,
  OpeningAndClosing1796000000030,
  MembersAndRates1796000000031,
  CalmerLanes1796000000032,
  ChargesTakenBack1796000000033,
  FrozenHeaders1796000000034,
  WebhookRetention1796000000035,
  KeptPlans1796000000036,
  BankReconciliation1796000000037,
  AssetCorrections1796000000040,
  TrimmedBusinessKeys1796000000042,
];
