import { parseXml, type XmlNode } from './xml-tree';

/** Elements in the order of the schema, with the attributes that each must have (facts of published software, not of an XSD). */
const KH1: Record<string, readonly string[]> = {
  VetaD: ['dokument', 'k_uladis', 'rok', 'khdph_forma'],
  VetaP: ['c_ufo', 'dic', 'typ_ds'],
  VetaA1: ['dic_odb', 'c_evid_dd', 'duzp', 'zakl_dane1'],
  VetaA2: ['c_evid_dd', 'dppd'],
  VetaA4: ['dic_odb', 'c_evid_dd', 'dppd', 'kod_rezim_pl', 'zdph_44'],
  VetaA5: [],
  VetaB1: ['dic_dod', 'c_evid_dd', 'duzp'],
  VetaB2: ['dic_dod', 'c_evid_dd', 'dppd', 'pomer', 'zdph_44'],
  VetaB3: [],
  VetaC: ['obrat23', 'obrat5', 'pln23', 'pln5', 'pln_rez_pren', 'rez_pren23', 'rez_pren5', 'celk_zd_a2'],
};
const KVDPH: Record<string, readonly string[]> = {
  A1: ['Odb', 'F', 'Den', 'Z', 'D', 'S'],
  A2: ['Odb', 'F', 'Den', 'Z'],
  B1: ['Dod', 'F', 'Den', 'Z', 'D', 'S', 'O'],
  B2: ['Dod', 'F', 'Den', 'Z', 'D', 'S', 'O'],
  C1: ['Odb', 'FO', 'FP', 'ZR', 'DR'],
  C2: ['Dod', 'FO', 'FP', 'ZR', 'DR', 'S'],
  D2: ['Z', 'D', 'ZZn', 'DZn'],
};
const IDENTIFICATION = ['IcDphPlatitela', 'Druh', 'Obdobie', 'Nazov', 'Stat', 'Obec'];
const AMOUNT = /^-?\d+(\.\d{1,2})?$/;
const CZECH_AMOUNTS = /^(zakl_dane|dan|obrat|pln|rez_pren|celk_zd)/;
const SLOVAK_AMOUNTS = /^(Z|D|ZZn|DZn|ZR|DR|O)$/;

/** What is wrong with the structure of a Czech control statement; nothing where nothing is. */
export function kh1Faults(xml: string): string[] {
  const root = parseXml(xml);
  const statement = root.one('DPHKH1');
  if (root.name !== 'Pisemnost' || !statement) return ['the root is not Pisemnost with DPHKH1'];
  const once = ['VetaD', 'VetaP', 'VetaC'].filter(name => statement.all(name).length !== 1);
  return [
    ...once.map(name => `${name} is not there once`),
    ...orderFaults(statement, KH1),
    ...amountFaults(statement, CZECH_AMOUNTS),
    ...statement.children.flatMap(({ name, attributes }) =>
      ['duzp', 'dppd']
        .filter(date => attributes[date] !== undefined && !/^\d\d\.\d\d\.\d{4}$/.test(attributes[date]))
        .map(date => `${date} of ${name} is no date`),
    ),
  ];
}

/** The same of a Slovak one. */
export function kvdphFaults(xml: string): string[] {
  const root = parseXml(xml);
  const [identification, transactions] = [root.one('Identifikacia'), root.one('Transakcie')];
  if (root.name !== 'KVDPH_2025' || !identification || !transactions)
    return ['the root is not KVDPH_2025 with Identifikacia and Transakcie'];
  const names = identification.children.map(({ name }) => name);
  return [
    ...(String(names) === String(IDENTIFICATION) ? [] : [`Identifikacia has ${String(names)}`]),
    ...orderFaults(transactions, KVDPH),
    ...amountFaults(transactions, SLOVAK_AMOUNTS),
  ];
}

function orderFaults(parent: XmlNode, order: Record<string, readonly string[]>): string[] {
  const names = Object.keys(order);
  const places = parent.children.map(({ name }) => names.indexOf(name));
  return [
    ...parent.children.filter(({ name }) => !names.includes(name)).map(({ name }) => `${name} is unknown`),
    ...(places.every((place, index) => index === 0 || places[index - 1]! <= place)
      ? []
      : ['the order is wrong']),
    ...parent.children.flatMap(({ name, attributes }) =>
      (order[name] ?? []).filter(wanted => !attributes[wanted]).map(wanted => `${name} has no ${wanted}`),
    ),
  ];
}

function amountFaults(parent: XmlNode, amounts: RegExp): string[] {
  return parent.children.flatMap(({ name, attributes }) =>
    Object.entries(attributes)
      .filter(([attribute, value]) => amounts.test(attribute) && !AMOUNT.test(value))
      .map(([attribute, value]) => `${attribute} of ${name} is ${value}`),
  );
}
