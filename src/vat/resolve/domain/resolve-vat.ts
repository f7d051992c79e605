import type { VatScheme } from '../../../shared/vat-scheme';
import { legalBasisText, type LegalBasis } from './legal-basis';
import { situationOf, type SupplySituation } from './supply-situation';
import type { VatQuestion, VatTreatment } from './vat-question';

/** Largest value of a consignment under the import scheme, in euros (Directive 2006/112/EC, art. 14a(1) and 369l). */
const IMPORT_SCHEME_LIMIT = 150;

type Rule = (situation: SupplySituation) => VatTreatment | null;

/**
 * How the VAT of a sale is treated: place of supply, who owes the VAT and under which scheme, by Directive 2006/112/EC as it
 * stands in 2026. The first rule that fits decides. It knows no special rules for single goods and services (excise, new
 * vehicles, immovable property, events, transport, margin schemes, domestic reverse charge); a note says where they may
 * matter.
 */
export function resolveVat(question: VatQuestion): VatTreatment {
  const situation = situationOf(question);
  for (const rule of RULES) {
    const treatment = rule(situation);
    if (treatment) return treatment;
  }
  return supplyToThirdCountry(situation);
}

/** Article 14a: the platform is taken to buy and to sell on. It knows goods and consumers only. */
const marketplace: Rule = situation => {
  const { isMarketplace, isThroughMarketplace, supplyType, isToBusiness, place, isHomeInEu } = situation;
  if (!isMarketplace && !isThroughMarketplace) return null;
  const toConsumerInEu = !isToBusiness && (place === 'eu' || (place === 'home' && isHomeInEu));
  if (supplyType !== 'goods' || !toConsumerInEu) return null;
  const ofImport = isImport(situation);
  if (ofImport ? isOverLimit(situation) : situation.seller.isEstablishedInEu) return null;
  return isMarketplace
    ? charged(
        situation,
        'marketplace_deemed',
        situation.state,
        ofImport ? 'marketplace_import' : 'marketplace_eu',
        [
          ofImport
            ? 'Declared under the import scheme (IOSS), where the platform is registered for it.'
            : 'Declared under the Union scheme (OSS), or in the domestic return where the goods stay in the state.',
          ...(situation.seller.isVatPayer
            ? []
            : [
                'The company is no VAT payer; as a platform that is taken to be the seller it must register.',
              ]),
        ],
      )
    : free(
        situation,
        'marketplace_deemed',
        ofImport ? 'marketplace_seller_import' : 'marketplace_seller_eu',
        ['The platform owes the VAT of the consumer; the sale to the platform carries none.'],
      );
};

/** Goods that come to the buyer from outside the EU. */
const imported: Rule = situation => {
  if (!isImport(situation)) return null;
  const { place, isHomeInEu, isToBusiness, state } = situation;
  if (place === 'third' || (place === 'home' && !isHomeInEu)) return null;
  if (isToBusiness)
    return free(situation, 'out_of_scope', 'out_of_scope_import', [
      'The buyer imports the goods and pays the import VAT; if the company imports them itself, its sale is a domestic one.',
    ]);
  if (isOverLimit(situation))
    return free(situation, 'out_of_scope', 'out_of_scope_import', [
      `Above ${IMPORT_SCHEME_LIMIT} EUR the import scheme (IOSS) does not apply; import VAT is paid at customs.`,
    ]);
  return charged(situation, 'ioss', state, 'ioss', [
    'Needs a registration for the import scheme (IOSS), of a seller outside the EU through an intermediary unless his country has an agreement; without it import VAT is paid at customs.',
    'Not for goods under excise duty.',
  ]);
};

/** Sellers of countries outside the EU, whose own VAT the directive does not know. */
const sellerOutsideEu: Rule = situation => {
  const { isHomeInEu, place, home, supplyType, isToBusiness } = situation;
  if (isHomeInEu) return null;
  const note = `${home} is no member state: its own VAT law is not known here.`;
  if (place === 'home') return charged(situation, 'domestic', home, 'domestic', [note]);
  if (place === 'eu' && isToBusiness && supplyType !== 'goods')
    return free(situation, 'reverse_charge', 'reverse_charge', [note]);
  if (place === 'third' && supplyType === 'goods') return free(situation, 'export', 'export', [note]);
  return free(situation, 'out_of_scope', 'out_of_scope', [
    note,
    ...(place === 'eu' && supplyType === 'goods' ? ['The goods are imported into the EU by the buyer.'] : []),
    ...(place === 'eu' && supplyType === 'digital'
      ? [
          'The VAT of the consumer is declared under the non-Union scheme (art. 358a to 369), which is not known here.',
        ]
      : []),
  ]);
};

/** Article 284: who is no VAT payer charges none where he would owe it himself. */
const smallEnterprise: Rule = situation => {
  const { seller, place, supplyType, isToBusiness, state } = situation;
  const owesAbroad = isTaxedWhereTheConsumerIs(situation);
  if (seller.isVatPayer) {
    if (!owesAbroad || seller.smeExemptionNumber === null) return null;
    return free(situation, 'sme_exempt', 'sme_exempt', [
      `Only if ${seller.smeExemptionNumber} covers ${state}; otherwise the Union scheme (oss_union) with the rates of ${state}.`,
    ]);
  }
  if (place !== 'home' && isToBusiness && supplyType !== 'goods') return null;
  if (place === 'third' && supplyType === 'digital') return null;
  if (owesAbroad) {
    return seller.smeExemptionNumber === null
      ? charged(situation, 'oss_union', state, supplyType === 'goods' ? 'oss_goods' : 'oss_digital', [
          `The company is no VAT payer, but the exemption at home does not reach ${state}: register for VAT and OSS, or for the exemption there.`,
          ...thresholdNotes(situation),
        ])
      : free(situation, 'sme_exempt', 'sme_exempt', [
          `Only if ${seller.smeExemptionNumber} covers ${state}; otherwise register for VAT and OSS.`,
        ]);
  }
  return free(situation, 'sme_exempt', 'sme_exempt', [
    ...(place === 'eu' && isToBusiness
      ? [
          'The exemption of intra-Community supplies is not for small enterprises (art. 139(1)); the buyer declares no acquisition.',
        ]
      : []),
    'While turnover stays within the threshold of registration.',
  ]);
};

const atHome: Rule = situation => {
  const { place, home, buyer, hasNumberOfHome, supplyType } = situation;
  if (place === 'home')
    return charged(situation, 'domestic', home, 'domestic', [
      ...(buyer.isBusiness
        ? [
            'Whether the goods or services are under the domestic reverse charge (art. 199) is not decided here.',
          ]
        : []),
    ]);
  if (!hasNumberOfHome) return null;
  return charged(situation, 'domestic', home, supplyType === 'goods' ? 'domestic_not_exempt' : 'domestic', [
    supplyType === 'goods'
      ? `The buyer acts under a VAT number of ${home}; goods are free of VAT only under one of another member state.`
      : `The buyer acts under a VAT number of ${home}; if he takes the service as an establishment in another state, it is reverse_charge.`,
  ]);
};

const toBusinessInEu: Rule = situation => {
  if (situation.place !== 'eu' || !situation.isToBusiness) return null;
  if (situation.supplyType === 'goods')
    return free(situation, 'intra_eu_b2b', 'intra_eu_b2b', [
      'The goods must leave the state, and the supply stands in the EC sales list; keep the proof of transport.',
    ]);
  return free(situation, 'reverse_charge', 'reverse_charge', [
    'The service stands in the EC sales list.',
    ...(situation.seller.isVatPayer
      ? []
      : [
          'The company is no VAT payer; for services to businesses of other member states it must have a VAT number.',
        ]),
    ...specialServices(situation),
  ]);
};

const toConsumerInEu: Rule = situation => {
  const { place, supplyType, state, home } = situation;
  if (place !== 'eu') return null;
  if (supplyType === 'services')
    return charged(situation, 'domestic', home, 'domestic_services_consumer', specialServices(situation));
  if (!isTaxedWhereTheConsumerIs(situation))
    return charged(situation, 'domestic', home, 'domestic_below_threshold', [
      'As long as all distance sales and digital services to consumers of other member states stay within 10,000 EUR a year (as reported).',
    ]);
  return charged(situation, 'oss_union', state, supplyType === 'goods' ? 'oss_goods' : 'oss_digital', [
    `Needs a registration for the Union scheme (OSS), or for VAT in ${state}.`,
    ...thresholdNotes(situation),
  ]);
};

const RULES: Rule[] = [
  marketplace,
  imported,
  sellerOutsideEu,
  smallEnterprise,
  atHome,
  toBusinessInEu,
  toConsumerInEu,
];

function supplyToThirdCountry(situation: SupplySituation): VatTreatment {
  const { supplyType, isToBusiness, home, state } = situation;
  if (supplyType === 'goods')
    return free(situation, 'export', 'export', ['The goods must leave the EU: keep the proof of export.']);
  if (isToBusiness)
    return free(situation, 'out_of_scope', 'out_of_scope_business', [
      `Whether ${state} taxes the service is its own law.`,
      ...specialServices(situation),
    ]);
  if (supplyType === 'digital')
    return free(situation, 'out_of_scope', 'out_of_scope_digital', [
      `Whether ${state} taxes the service is its own law.`,
    ]);
  return charged(situation, 'domestic', home, 'domestic_services_consumer', [
    'Services of art. 59 (advice, advertising, data processing, licences and others) to consumers outside the EU are not taxed: out_of_scope.',
    ...specialServices(situation),
  ]);
}

/** Distance sales and digital services to consumers of other member states, beyond the threshold. */
function isTaxedWhereTheConsumerIs({
  place,
  isToBusiness,
  hasNumberOfHome,
  supplyType,
  isBelowThreshold,
}: SupplySituation): boolean {
  return (
    place === 'eu' &&
    !isToBusiness &&
    !hasNumberOfHome &&
    supplyType !== 'services' &&
    isBelowThreshold !== true
  );
}

function thresholdNotes({ isBelowThreshold, buyer }: SupplySituation): string[] {
  return [
    ...(isBelowThreshold === undefined
      ? [
          'Taken to be above the threshold of 10,000 EUR a year (as reported); below it the rates of the own state hold.',
        ]
      : []),
    ...(buyer.isBusiness
      ? ['A business without a usable VAT number of another member state is treated as a consumer.']
      : []),
  ];
}

function specialServices({ supplyType }: SupplySituation): string[] {
  return supplyType === 'services'
    ? [
        'Services tied to immovable property, transport, events, restaurants and hiring of vehicles have rules of their own (art. 47 to 57).',
      ]
    : [];
}

function isImport({ importedValueEur, supplyType }: SupplySituation): boolean {
  return importedValueEur !== null && supplyType === 'goods';
}

function isOverLimit({ importedValueEur }: SupplySituation): boolean {
  return importedValueEur?.greaterThan(IMPORT_SCHEME_LIMIT) ?? false;
}

/** The document carries VAT of a state. */
function charged(
  situation: SupplySituation,
  scheme: VatScheme,
  vatCountryCode: string,
  basis: LegalBasis,
  notes: string[] = [],
): VatTreatment {
  return {
    ...free(situation, scheme, basis, notes),
    vatCountryCode,
    deemedSupplier: scheme === 'marketplace_deemed',
  };
}

/** The document carries none. */
function free(
  situation: SupplySituation,
  scheme: VatScheme,
  basis: LegalBasis,
  notes: string[] = [],
): VatTreatment {
  return {
    scheme,
    vatCountryCode: null,
    reverseCharge: scheme === 'reverse_charge',
    deemedSupplier: false,
    zeroRated: scheme === 'intra_eu_b2b' || scheme === 'export',
    legalBasis: legalBasisText(basis, situation.home),
    notes: [...situation.notes, ...marketplaceNotes(situation, scheme), ...notes],
  };
}

/** Where a platform is in the sale and yet is not taken to be the seller. */
function marketplaceNotes(situation: SupplySituation, scheme: VatScheme): string[] {
  const { isMarketplace, isThroughMarketplace, supplyType } = situation;
  if (scheme === 'marketplace_deemed' || (!isMarketplace && !isThroughMarketplace)) return [];
  const who = isMarketplace ? 'The platform' : 'The seller and not the platform';
  return [
    supplyType === 'goods'
      ? `${who} is treated by the ordinary rules: art. 14a is for imports up to ${IMPORT_SCHEME_LIMIT} EUR and for sellers outside the EU, to consumers in the EU.`
      : 'Who sells services through a platform that acts in its own name sells to the platform (art. 28): then give the platform as the buyer.',
  ];
}
