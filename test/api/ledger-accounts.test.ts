import { POSTING_RULE_KEYS } from '../../src/ledger/posting-rules/domain/posting-rule-key';
import { randomUUID } from 'node:crypto';
import { TestApp, type TestCompany } from '../support/test-app';

describe('accounts', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());

  const cash = { code: '272', name: 'Kasa', type: 'asset' };

  describe('the chart template', () => {
    it('makes the Lithuanian accounts that are missing, and keeps those that exist', async () => {
      const company = await app.bareCompany();
      const own = await company.ok('ledger/accounts/create', { ...cash, name: 'Mano kasa' });
      const [{ size }] = (await company.sql('SELECT count(*)::int AS size FROM chart_template_accounts')) as [
        { size: number },
      ];
      expect(await company.ok('ledger/accounts/apply-template')).toEqual({ accounts: size - 1 });
      expect(await company.ok('ledger/accounts/apply-template')).toEqual({ accounts: 0 });
      const { rows } = await company.ok('ledger/accounts/list', {
        filter: [{ field: 'code', op: 'in', value: ['272', '2410'] }],
      });
      expect(rows).toMatchObject([
        {
          code: '2410',
          name: 'Pirkėjų skolų vertė',
          translations: { en: { name: 'Trade debtors' } },
          type: 'asset',
          parentId: null,
          isPostable: true,
          control: 'receivable',
        },
        { id: own.id, name: 'Mano kasa' },
      ]);
      expect(await company.count('audit_log', `action = 'chart_template.applied'`)).toBe(2);
    });

    it('is applied once by ten requests at a time', async () => {
      const company = await app.bareCompany();
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => company.ok('ledger/accounts/apply-template')),
      );
      const made = answers.map(answer => answer.accounts as number).filter(accounts => accounts > 0);
      expect(made).toEqual([await company.count('accounts')]);
    });

    it('exists for Lithuania only', async () => {
      const company = await app.bareCompany({ countryCode: 'DE', vatCode: 'DE123456789', code: 'HRB 1' });
      const answer = await company.post('ledger/accounts/apply-template');
      expect([answer.status, answer.body.error.reason]).toEqual([422, 'not_supported']);
      expect(answer.body.message).toContain('DE');
    });
  });

  it('are made with every member of the contract', async () => {
    const company = await app.bareCompany();
    const parent = await company.post('ledger/accounts/create', { ...cash, isPostable: false });
    expect(parent.status).toBe(201);
    expect(parent.body).toEqual({
      id: expect.any(String),
      ...cash,
      displayName: cash.name,
      translations: null,
      parentId: null,
      isPostable: false,
      control: null,
      createdAt: expect.any(String),
    });
    const translations = { en: { name: 'Petty cash' }, de: { name: 'Kasse' } };
    const child = await company.ok('ledger/accounts/create', {
      ...cash,
      code: ' 2721 ',
      translations,
      parentId: parent.body.id,
    });
    expect(child).toMatchObject({ code: '2721', translations, parentId: parent.body.id, isPostable: true });
  });

  it('have codes of their own', async () => {
    const company = await app.bareCompany();
    const { id } = await company.ok('ledger/accounts/create', cash);
    const again = await company.post('ledger/accounts/create', cash);
    expect([again.status, again.body.error]).toMatchObject([409, { reason: 'duplicate', existingId: id }]);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => company.post('ledger/accounts/create', { ...cash, code: '273' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)]);
  });

  it('are control accounts when a posting rule expects them by default', async () => {
    const company = await app.bareCompany();
    expect(
      await company.ok('ledger/accounts/create', { code: '2410', name: 'Debtors', type: 'asset' }),
    ).toMatchObject({ control: 'receivable' });
    expect(
      await company.ok('ledger/accounts/create', { code: '4492', name: 'Not VAT', type: 'income' }),
    ).toMatchObject({ control: null });
  });

  it.each([
    [{ code: '' }, 'code'],
    [{ code: 'a b' }, 'code'],
    [{ code: '1'.repeat(31) }, 'code'],
    [{ name: '' }, 'name'],
    [{ type: 'bank' }, 'type'],
    [{ isPostable: 'yes' }, 'isPostable'],
    [{ parentId: 'x' }, 'parentId'],
    [{ translations: { en: 'Cash' } }, 'translations.en'],
    [{ control: 'vat' }, 'control'],
  ])('are refused with %j', async (wrong, member) => {
    const company = await app.bareCompany();
    const answer = await company.post('ledger/accounts/create', { ...cash, ...wrong });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.error.fieldErrors as object)).toEqual([member]);
    expect(await company.count('accounts')).toBe(0);
  });

  describe('updated', () => {
    let company: TestCompany;
    let top: string;
    let middle: string;
    let leaf: string;
    beforeEach(async () => {
      company = await app.bareCompany();
      const account = async (code: string, parentId?: string): Promise<string> =>
        ((await company.ok('ledger/accounts/create', { ...cash, code, parentId })) as { id: string }).id;
      top = await account('1');
      middle = await account('11', top);
      leaf = await account('111', middle);
    });

    it('keep what is left out, and null clears', async () => {
      const translations = { en: { name: 'Till' } };
      await company.ok('ledger/accounts/update', { id: leaf, name: 'Kasa 2', translations });
      expect(await company.ok('ledger/accounts/update', { id: leaf, isPostable: false })).toMatchObject({
        name: 'Kasa 2',
        translations,
        isPostable: false,
        parentId: middle,
      });
      expect(await company.ok('ledger/accounts/update', { id: leaf, parentId: null })).toMatchObject({
        parentId: null,
        name: 'Kasa 2',
      });
      expect(await company.count('audit_log', `action = 'account.updated' AND entity_id = '${leaf}'`)).toBe(
        3,
      );
    });

    it('never stand below themselves', async () => {
      for (const parentId of [top, middle, leaf]) {
        const answer = await company.post('ledger/accounts/update', { id: top, parentId });
        expect([answer.status, Object.keys(answer.body.error.fieldErrors as object)]).toEqual([
          400,
          ['parentId'],
        ]);
      }
      await company.ok('ledger/accounts/update', { id: leaf, parentId: top });
    });

    it('never close a circle together', async () => {
      const other = (await company.ok('ledger/accounts/create', { ...cash, code: '2' })) as { id: string };
      const answers = await Promise.all([
        company.post('ledger/accounts/update', { id: top, parentId: other.id }),
        company.post('ledger/accounts/update', { id: other.id, parentId: top }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    });

    it('are those of the company', async () => {
      const stranger = await app.bareCompany();
      expect((await stranger.post('ledger/accounts/update', { id: top, name: 'Mine' })).status).toBe(404);
      const answer = await company.post('ledger/accounts/update', { id: leaf, parentId: randomUUID() });
      expect([answer.status, Object.keys(answer.body.error.fieldErrors as object)]).toEqual([
        404,
        ['parentId'],
      ]);
    });
  });
});

describe('posting rules', () => {
  let app: TestApp;
  let company: TestCompany;
  beforeAll(async () => {
    app = await TestApp.start();
    company = await app.company();
  });
  afterAll(() => app.stop());

  const ruleOf = async (key: string): Promise<unknown> => {
    const { rows } = (await company.ok('ledger/posting-rules/list')) as { rows: { key: string }[] };
    return rows.find(row => row.key === key);
  };

  it('lead to the default accounts', async () => {
    const { rows } = (await company.ok('ledger/posting-rules/list')) as { rows: { key: string }[] };
    expect(rows.map(({ key }) => key).sort()).toEqual([...POSTING_RULE_KEYS].sort());
    expect(rows[0]).toEqual({
      key: 'sales.receivable',
      description: expect.any(String),
      defaultCode: '2410',
      accountCode: '2410',
      overridden: false,
    });
  });

  it('are changed, and with null returned to their default', async () => {
    const { rows } = await company.ok('ledger/posting-rules/update', {
      rules: [{ key: 'sales.revenueServices', accountCode: '5401' }],
    });
    expect(rows).toHaveLength(POSTING_RULE_KEYS.length);
    expect(await ruleOf('sales.revenueServices')).toMatchObject({
      defaultCode: '5001',
      accountCode: '5401',
      overridden: true,
    });
    await company.ok('ledger/posting-rules/update', {
      rules: [{ key: 'sales.revenueServices', accountCode: null }],
    });
    expect(await ruleOf('sales.revenueServices')).toMatchObject({ accountCode: '5001', overridden: false });
    expect(await company.count('audit_log', `action = 'posting_rules.updated'`)).toBe(2);
  });

  it('make control accounts', async () => {
    await company.ok('ledger/accounts/create', { code: '2411', name: 'Other debtors', type: 'asset' });
    await company.ok('ledger/posting-rules/update', {
      rules: [{ key: 'sales.receivable', accountCode: '2411' }],
    });
    const { rows } = await company.ok('ledger/accounts/list', {
      filter: [{ field: 'code', op: 'eq', value: '2411' }],
    });
    expect(rows).toMatchObject([{ control: 'receivable' }]);
    const vat = await company.post('ledger/posting-rules/update', {
      rules: [{ key: 'sales.vatPayable', accountCode: '2411' }],
    });
    expect([vat.status, vat.body.error.reason]).toEqual([422, 'account_unusable']);
  });

  it.each([
    ['an unknown account', '9999', 'does not exist'],
    ['an account of another statement', '271', 'is of type asset'],
  ])('refuse %s, and all of the request', async (_, accountCode, what) => {
    const answer = await company.post('ledger/posting-rules/update', {
      rules: [
        { key: 'bank.fxGain', accountCode: '5401' },
        { key: 'sales.revenueProducts', accountCode },
      ],
    });
    expect([answer.status, answer.body.error.reason]).toEqual([422, 'account_unusable']);
    expect(answer.body.error.fieldErrors['rules.1.accountCode'][0]).toContain(what);
    expect(await ruleOf('bank.fxGain')).toMatchObject({ overridden: false });
  });

  it('refuse an account that takes no postings', async () => {
    await company.ok('ledger/accounts/create', {
      code: '500',
      name: 'Revenue',
      type: 'income',
      isPostable: false,
    });
    const answer = await company.post('ledger/posting-rules/update', {
      rules: [{ key: 'bank.fxGain', accountCode: '500' }],
    });
    expect(answer.body.error.reason).toBe('account_unusable');
  });

  it.each([
    [{ rules: [] }],
    [{ rules: [{ key: 'sales.nothing', accountCode: '271' }] }],
    [{ rules: [{ key: 'bank.fxGain' }] }],
    [
      {
        rules: [
          { key: 'bank.fxGain', accountCode: '5803' },
          { key: 'bank.fxGain', accountCode: null },
        ],
      },
    ],
  ])('refuse the shape %j', async request => {
    expect((await company.post('ledger/posting-rules/update', request)).status).toBe(400);
  });
});
