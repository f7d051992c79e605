import { OUR_IBAN } from '../support/bank';
import { whileHeld } from '../support/held-rows';
import { outcome, outcomes, atOnce } from '../support/sales';
import { TestApp, type TestCompany } from '../support/test-app';

describe('bank accounts', () => {
  let app: TestApp;
  let company: TestCompany;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    company = await app.company();
  });
  const create = (members: object): ReturnType<TestCompany['post']> =>
    company.post('bank/accounts/create', { name: 'Main', ...members });

  it('are made with the defaults of the chart, listed and changed', async () => {
    const { status, body } = await create({ iban: 'lt12 1000 0111 0100 1000' });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        name: 'Main',
        type: 'bank',
        iban: OUR_IBAN,
        currency: 'EUR',
        accountCode: '271',
        isActive: true,
        createdAt: expect.any(String),
        feePartnerId: null,
      },
    ]);
    const clearing = await company.ok('bank/accounts/create', {
      name: 'Stripe',
      type: 'stripe',
      currency: 'USD',
    });
    expect(clearing).toMatchObject({ type: 'stripe', iban: null, currency: 'USD', accountCode: '273' });
    const changed = await company.ok('bank/accounts/update', {
      id: clearing.id,
      name: 'Provider',
      accountCode: '272',
      isActive: false,
    });
    expect(changed).toEqual({ ...clearing, name: 'Provider', accountCode: '272', isActive: false });
    const { rows } = await company.ok('bank/accounts/list', { sort: [{ field: 'name', dir: 'asc' }] });
    expect(rows).toEqual([body, changed]);
  });

  it.each([
    [{ iban: 'LT121000011101001001' }, '400 invalid_request'],
    [{ currency: 'XXY' }, '400 invalid_request'],
    [{ type: 'paypal' }, '400 invalid_request'],
    [{ accountCode: '9999' }, '422 account_unusable'],
    [{ accountCode: '2410' }, '422 account_unusable'],
    [{ accountCode: '5000' }, '422 account_unusable'],
  ])('are refused with %j', async (members, expected) => {
    expect(outcome(await create(members))).toBe(expected);
    expect(await company.count('bank_accounts')).toBe(0);
  });

  it('keep both of two changes at once', async () => {
    const { id } = await company.ok('bank/accounts/create', { name: 'Main' });
    const answers = await whileHeld(
      app,
      `SELECT 1 FROM bank_accounts WHERE bank_account_id = '${id}' FOR UPDATE`,
      [{ name: 'Provider' }, { accountCode: '272' }].map(
        changes => () => company.post('bank/accounts/update', { id, ...changes }),
      ),
    );
    expect(outcomes(answers)).toEqual({ 200: 2 });
    const { rows } = await company.ok('bank/accounts/list');
    expect(rows).toMatchObject([{ name: 'Provider', accountCode: '272' }]);
  });

  it('have an IBAN of their own, also when twenty are made at once', async () => {
    const answers = await atOnce(20, () => create({ iban: OUR_IBAN }));
    expect(outcomes(answers)).toEqual({ '201': 1, '409 duplicate': 19 });
    const id = answers.find(({ status }) => status === 201)!.body.id;
    expect(answers.find(({ status }) => status === 409)!.body.error.existingId).toBe(id);
    const other = await company.ok('bank/accounts/create', { name: 'Second' });
    const taken = await company.post('bank/accounts/update', { id: other.id, iban: OUR_IBAN });
    expect([outcome(taken), taken.body.error.existingId]).toEqual(['409 duplicate', id]);
    expect((await company.post('bank/accounts/update', { id, iban: OUR_IBAN })).status).toBe(200);
  });
});
