import { SaxesParser } from 'saxes';
import fc from 'fast-check';
import {
  closeElement,
  openDocument,
  openElement,
  xmlDocument,
  xmlElements,
  xmlText,
} from '../../../src/shared/xml';

describe('the XML writer', () => {
  it('writes elements in the order of the members, lists as repetitions, null as nil, undefined not at all', () => {
    const children = { B: '1', A: ['x', { C: '' }], D: null, E: undefined, F: [] };
    expect(xmlElements(children, 1)).toBe(
      '  <B>1</B>\n  <A>x</A>\n  <A>\n    <C/>\n  </A>\n  <D xsi:nil="true"/>\n',
    );
  });

  it('writes attributes, with text, with children and alone', () => {
    const children = {
      'cbc:Amount': { '@currencyID': 'EUR', '#text': '1.00' },
      Row: [{ '@a': '1', '@b': undefined, Inner: 'x' }, { '@a': '"<\n\t&>' }],
    };
    expect(xmlElements(children)).toBe(
      '<cbc:Amount currencyID="EUR">1.00</cbc:Amount>\n<Row a="1">\n  <Inner>x</Inner>\n</Row>\n' +
        '<Row a="&quot;&lt;&#10;&#9;&amp;&gt;"/>\n',
    );
  });

  it('writes the same document whole and piece by piece', () => {
    const attributes = { xmlns: 'urn:x' };
    const whole = xmlDocument('Root', attributes, { A: { B: ['1', '2'] } });
    const pieces = [
      openDocument('Root', attributes),
      openElement('A', 1),
      xmlElements({ B: '1' }, 2),
      xmlElements({ B: '2' }, 2),
      closeElement('A', 1),
      closeElement('Root'),
    ];
    expect(pieces.join('')).toBe(whole);
    expect(whole.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n<Root xmlns="urn:x">\n  <A>\n')).toBe(
      true,
    );
  });

  it('leaves out what no XML can carry', () => {
    expect(xmlText('a\u0000b\u001fc\ufffed\ud800e\u{1F600}f\tg\n')).toBe('abcde\u{1F600}f\tg\n');
  });

  it('is read back as it was meant, in text and attributes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        const read = { text: '', attribute: '' };
        const parser = new SaxesParser();
        parser.on('error', error => {
          throw error;
        });
        parser.on('text', piece => (read.text += piece));
        parser.on('attribute', ({ value }) => (read.attribute = value));
        parser.write(xmlElements({ A: { '@b': text, '#text': `.${text}.` } })).close();
        expect(read.attribute).toBe(xmlText(text));
        expect(read.text.trimEnd()).toBe(`.${xmlText(text)}.`);
      }),
    );
  });
});
