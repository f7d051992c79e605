import codes from './peppol-codes.json';
import { isIdentifierOf } from './peppol-identifier';

/** An electronic address: who takes documents in the Peppol network. */
export interface PeppolId {
  /** Code of the electronic address scheme, four digits. */
  scheme: string;
  identifier: string;
  /** Made from a code or VAT number of the party, for want of an address of its own. */
  isDerived: boolean;
}

/** What an address can be made from. */
interface Identified {
  peppolId: string | null;
  isPerson: boolean;
  countryCode: string | null;
  code: string | null;
  vatNumber: string | null;
}

/**
 * The address of a party: its own ("0200:305555553", also with the prefix "iso6523-actorid-upis::"), else for a company
 * the one that its country makes of its code or VAT number (data: peppol-codes.json). Null where there is neither, or the
 * own one has another form, an unknown scheme or an identifier that is none of its scheme.
 */
export function peppolIdOf(party: Identified): PeppolId | null {
  if (party.peppolId !== null) return parsePeppolId(party.peppolId);
  if (party.isPerson) return null;
  for (const { countryCode, identifier, scheme } of codes.ownEndpoints) {
    const value = identifier === 'code' ? party.code : party.vatNumber;
    if (countryCode === party.countryCode && value !== null)
      return { scheme, identifier: value.replaceAll(/\s/g, ''), isDerived: true };
  }
  return null;
}

/** `scheme:identifier`, as Peppol writes a participant. */
export function participantId({ scheme, identifier }: PeppolId): string {
  return `${scheme}:${identifier}`;
}

function parsePeppolId(text: string): PeppolId | null {
  const [, scheme, identifier] = /^(?:iso6523-actorid-upis::)?(\d{4}):([^\s:]+)$/i.exec(text.trim()) ?? [];
  if (scheme === undefined || identifier === undefined) return null;
  if (!codes.endpointSchemes.allowed.includes(scheme) || !isIdentifierOf(scheme, identifier)) return null;
  return { scheme, identifier, isDerived: false };
}
