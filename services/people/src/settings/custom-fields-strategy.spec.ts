import { expectRefusal } from '@porchlight/testkit';
import type { CustomField } from '@porchlight/contracts';
import { MAX_CUSTOM_FIELDS } from '@porchlight/custom-fields';
import type { StoreCall } from '@porchlight/store';
import type { AccountSettingsCache } from './account-settings-cache';
import { AccountSettings } from './account-settings';
import { createCustomFieldsStrategy } from './custom-fields-strategy';

const call: StoreCall = { actor: { accountId: 1, userId: 1, role: 'Owner' }, signal: new AbortController().signal };

const withFields = (count: number) => {
  const customFields = Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    label: `F${at}`,
    name: `customF${at}`,
    type: 'text',
    choices: [],
    orderWeight: at === 0 ? 2_147_483_647 : at,
  }));
  const settings = new AccountSettings([], [], [], false, { customFields });
  const settingsCache: AccountSettingsCache = {
    load: async () => settings,
    cached: () => settings,
    forget: () => undefined,
  };
  return createCustomFieldsStrategy(settingsCache);
};
const input = { id: 0, version: 0, label: 'One more', type: 'text', choices: [] } as unknown as CustomField;

const unused = () => Promise.reject(new Error('The strategy copies all fields itself.'));
const WRITE = { before: undefined, input, mask: new Set<string>(), options: {} };

describe('custom fields of an account', () => {
  it('are at most 200', async () => {
    const create = async (count: number) => withFields(count).prepare!(call, WRITE, unused);
    await expect(create(MAX_CUSTOM_FIELDS - 1)).resolves.toMatchObject({ name: 'customOneMore' });
    await expectRefusal(create(MAX_CUSTOM_FIELDS), 'LIMIT_REACHED');
  });

  it('are appended after the last one, up to the largest weight', async () => {
    const { orderWeight } = await withFields(1).prepare!(call, WRITE, unused);
    expect(orderWeight).toBe(2_147_483_647);
  });
});
