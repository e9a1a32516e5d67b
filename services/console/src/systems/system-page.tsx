import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link, useParams } from 'react-router';
import { useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { useSave, type RecordApi } from '../api/use-save';
import { DataTable, fromQuery } from '../components/data-table';
import { DateTime } from '../components/date-time';
import { ErrorAlert } from '../components/error-alert';
import { Form, SubmitSection } from '../components/form';
import { formatCount } from '../components/format-count';
import { PageFrame } from '../components/page-frame';
import { Section } from '../components/section';
import { splitLines } from '../components/validators';
import type { RegisteredSystem } from './unregistered-systems';

/** The path parameter for requests without a registered system. */
const NO_SYSTEM = 'none';
/** Maximum number of additional signature headers. */
const MAX_HEADERS = 3;

/** One system: its signature headers and the fields that were ignored in its requests (decisions section 11). */
export default function SystemPage() {
  const { system = NO_SYSTEM } = useParams();
  const systems = useRecord(['systems'], (options) => porchlight.systems.list(undefined, options));
  const registered = systems.data?.systems.find(({ id }) => String(id) === system);
  const title = system === NO_SYSTEM ? t`Requests without a system` : (registered?.name ?? t`System`);
  return (
    <PageFrame title={title}>
      <Link to="/systems">
        <Trans>All systems</Trans>
      </Link>
      <ErrorAlert error={systems.error} retry={() => void systems.refetch()} />
      {registered && <SignatureHeaders system={registered as System} />}
      <IgnoredFields system={system} />
    </PageFrame>
  );
}

const validateHeaderNames = (text: string): string | undefined => {
  const names = splitLines(text);
  if (names.length > MAX_HEADERS) return t`Enter at most ${MAX_HEADERS} names.`;
  const invalid = names.find((name) => !/^[\w-]+$/.test(name));
  return invalid === undefined ? undefined : t`“${invalid}” is not a header name. Use letters, digits and hyphens.`;
};

type System = RegisteredSystem & { readonly id: number };
type Values = { names: string };
type Body = { signatureHeaders: string[] };

const SYSTEM_API: RecordApi<System, Body> = {
  get: (id) => ({
    withResponse: async () => {
      const { data, response } = await porchlight.systems.get(id).withResponse();
      return { data: data as System, response };
    },
  }),
  update: async (id, changes, query, options) =>
    (await porchlight.systems.update(id, changes, query, options)) as System,
};

const toValues = ({ signatureHeaders }: RegisteredSystem): Values => ({ names: signatureHeaders?.join('\n') ?? '' });

const SignatureHeaders = ({ system }: { readonly system: System }) => {
  const save = useSave<System, Values, Body>({
    record: system,
    api: SYSTEM_API,
    toValues,
    toBody: ({ names }) => ({ signatureHeaders: splitLines(names) }),
    labels: { signatureHeaders: t`Additional headers` },
    subjects: ['systems'],
  });
  const form = useForm({
    initialValues: toValues(system),
    validate: { names: validateHeaderNames },
  });
  return (
    <Section title={t`Signature headers`}>
      <Form onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Textarea
          label={t`Additional headers`}
          description={t`Up to 3 names, one per line. They carry the same signature as X-System-Signature.`}
          rows={3}
          maw="28rem"
          {...form.getInputProps('names')}
        />
        <SubmitSection label={t`Save headers`} change={save} done={t`Headers saved.`} />
      </Form>
    </Section>
  );
};

const IgnoredFields = ({ system }: { readonly system: string }) => {
  const fields = useRecord(['systems', system, 'ignored'], (options) =>
    porchlight.systems.ignored(system, undefined, options),
  );
  return (
    <Section title={t`Ignored and changed fields`}>
      <DataTable
        caption={t`Ignored and changed fields`}
        list={fromQuery(fields, ({ ignored }) => ignored)}
        rowKey={({ operation, field }) => `${operation} ${field}`}
        empty={t`No fields were ignored or changed in the last 30 days.`}
        columns={[
          { title: t`Field`, long: true, show: ({ field }) => <code>{field}</code> },
          { title: t`Operation`, long: true, show: ({ operation }) => <code>{operation}</code> },
          { title: t`Requests in 30 days`, show: ({ count }) => formatCount(count) },
          { title: t`Last request`, show: ({ lastSeen }) => <DateTime at={lastSeen} /> },
        ]}
      />
    </Section>
  );
};
