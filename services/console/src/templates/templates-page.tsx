import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, SegmentedControl, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { DataTable } from '../components/data-table';
import { PageFrame } from '../components/page-frame';
import { RelativeTime } from '../components/relative-time';
import type { Column } from '../components/table-columns';
import { useSearchFilters } from '../components/use-search-filters';
import { EMAIL_TEMPLATES, TEXT_TEMPLATES, type AnyTemplate, type TemplateKind } from './template-kinds';

/** Without bodies, which may be long. */
const EMAIL_FIELDS = ['id', 'name', 'subject', 'isShared', 'actionPlans', 'updated'];
const TEXT_FIELDS = ['id', 'name', 'message', 'isShared', 'updated'];

const createColumns = (kind: TemplateKind): Column<AnyTemplate>[] => [
  { title: t`Template`, show: ({ id, name }) => <Link to={`${kind.path}/${id}`}>{name}</Link> },
  kind.isEmail
    ? { title: t`Subject`, short: true, show: ({ subject }) => subject ?? '' }
    : { title: t`Message`, short: true, show: ({ message }) => message ?? '' },
  { title: t`Shared`, whole: true, show: ({ isShared }) => (isShared ? t`Team` : t`Only you`) },
  ...(kind.isEmail
    ? [
        {
          title: t`Used in`,
          show: ({ actionPlans = [] }: AnyTemplate) => (
            <Text size="sm" c={actionPlans.length > 0 ? undefined : 'dimmed'}>
              {actionPlans.map(({ name }) => name).join(', ') || t`No plan`}
            </Text>
          ),
        },
      ]
    : []),
  { title: t`Changed`, whole: true, show: ({ updated }) => <RelativeTime at={updated} /> },
];

/** The templates of emails and of text messages. */
export default function TemplatesPage() {
  const { filters, set } = useSearchFilters({ kind: 'email' });
  const kind = filters.kind === 'text' ? TEXT_TEMPLATES : EMAIL_TEMPLATES;
  return (
    <PageFrame
      title={t`Templates`}
      about={t`Texts that action plans send, with merge fields for the person and the agent.`}
      actions={
        <Button component={Link} to={`${kind.path}/new`}>
          <Trans>Create template</Trans>
        </Button>
      }
    >
      <div>
        <SegmentedControl
          aria-label={t`Kind`}
          data={[
            { value: 'email', label: t`Email` },
            { value: 'text', label: t`Text message` },
          ]}
          value={kind.isEmail ? 'email' : 'text'}
          onChange={(next) => set({ kind: next })}
        />
      </div>
      {kind.isEmail ? <EmailTemplates /> : <TextTemplates />}
    </PageFrame>
  );
}

const EmailTemplates = () => (
  <DataTable
    caption={t`Email templates`}
    list={useCollection(['templates'], porchlight.templates.list, { fields: EMAIL_FIELDS })}
    columns={createColumns(EMAIL_TEMPLATES)}
    empty={t`No email templates yet. Create one, then choose it in a step of an action plan.`}
  />
);

const TextTemplates = () => (
  <DataTable
    caption={t`Text templates`}
    list={useCollection(['textMessageTemplates'], porchlight.textMessageTemplates.list, { fields: TEXT_FIELDS })}
    columns={createColumns(TEXT_TEMPLATES)}
    empty={t`No text templates yet.`}
  />
);
