import { t } from '@lingui/core/macro';
import { Checkbox, Group, Radio, Stack, TextInput } from '@mantine/core';
import { SCOPE_NAMES } from '../api/generated-names';
import { useChange } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { FormDialog } from '../components/form-dialog';
import { futureDate, required } from '../components/validators';

type Scope = (typeof SCOPE_NAMES)[number];
type Area = Exclude<Scope, 'read' | 'write'>;

/** What a key is limited to, for the form. */
const AREA_LABELS: Readonly<Record<Area, string>> = {
  people: t`People and their activity`,
  deals: t`Deals`,
  marketing: t`Marketing`,
  webhooks: t`Webhooks and inbox`,
};

const AREAS = SCOPE_NAMES.filter((scope): scope is Area => scope !== 'read' && scope !== 'write');

type KeyValues = {
  readonly label: string;
  /** `read`, or empty for a key that may change records too. */
  readonly access: 'read' | '';
  readonly areas: Area[];
  /** The last day on which the key works, in the user's time zone; empty for none. */
  readonly expires: string;
};

/** The end of a day such as 2027-01-31 in the browser's time zone. */
const endOfDay = (day: string): string => new Date(`${day}T23:59:59`).toISOString();

/** Without scopes a key has all rights of its user; `write` includes reading, so one of the two is enough. */
const toScopes = ({ access, areas }: KeyValues): Scope[] => [...(access === 'read' ? [access] : []), ...areas];

interface Props {
  readonly userId: number;
  /** The key that the new one replaces: its name, rights and last day are the first values. */
  readonly former?: { readonly label?: string; readonly scopes?: readonly string[] | null };
  close(): void;
  show(apiKey: string): void;
}

/** Creates an API key with scopes and a last day. */
export const CreateKey = ({ userId, former, close, show }: Props) => {
  const create = useChange((values: KeyValues) => {
    const scopes = toScopes(values);
    return porchlight.apiKeys.create(userId, {
      label: values.label.trim(),
      ...(scopes.length > 0 && { scopes }),
      ...(values.expires !== '' && { expiresAt: endOfDay(values.expires) }),
    });
  }, 'users');
  const initialValues: KeyValues = {
    label: former?.label ?? '',
    access: former?.scopes?.includes('read') && !former.scopes.includes('write') ? 'read' : '',
    areas: AREAS.filter((area) => former?.scopes?.includes(area)),
    expires: '',
  };
  return (
    <FormDialog
      title={former ? t`Replace “${former.label ?? ''}”` : t`Create API key`}
      label={t`Create API key`}
      draft={former ? undefined : 'apiKeys/new'}
      initialValues={initialValues}
      validate={{ label: required(t`a name for the key, such as the program that will use it`), expires: futureDate }}
      renamed={{ scopes: 'areas', expiresAt: 'expires' }}
      change={create}
      onClose={close}
      onSuccess={({ apiKey }) => show(apiKey)}
    >
      {(form) => (
        <>
          <TextInput
            label={t`Name`}
            description={t`The program that will use the key`}
            required
            data-autofocus
            {...form.getInputProps('label')}
          />
          <Radio.Group label={t`Access`} {...form.getInputProps('access')}>
            <Group mt="xs">
              <Radio value="" label={t`Read and change`} />
              <Radio value="read" label={t`Read only`} />
            </Group>
          </Radio.Group>
          <Checkbox.Group
            label={t`Limited to`}
            description={t`Without a choice the key can do everything that the user can do.`}
            {...form.getInputProps('areas')}
          >
            <Stack gap="xs" mt="xs">
              {AREAS.map((area) => (
                <Checkbox key={area} value={area} label={AREA_LABELS[area]} />
              ))}
            </Stack>
          </Checkbox.Group>
          <TextInput
            label={t`Last day`}
            description={t`The key stops after this day. Leave empty for a key that does not expire.`}
            type="date"
            {...form.getInputProps('expires')}
          />
        </>
      )}
    </FormDialog>
  );
};
