import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, SegmentedControl, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { ErrorAlert } from '../components/error-alert';
import { Loading } from '../components/loading';
import timelineStyles from '../components/timeline.module.css';
import { TimelineItem } from './timeline-item';
import { useThreads } from './use-threads';
import { useTimeline, type EntryKind } from './use-timeline';

/** Which entries are shown. */
const ALL = t`All`;
const FILTERS: readonly { readonly label: string; readonly kinds: readonly EntryKind[] }[] = [
  { label: ALL, kinds: ['Event', 'Note', 'Call', 'Text message', 'Email', 'Task'] },
  { label: t`Events`, kinds: ['Event'] },
  { label: t`Talk`, kinds: ['Call', 'Text message', 'Email'] },
  { label: t`Notes`, kinds: ['Note'] },
  { label: t`Tasks`, kinds: ['Task'] },
];

/** What happened with a person, newest first, of all kinds or one. */
export const PersonTimeline = ({ personId }: { readonly personId: number }) => {
  const { entries, pending, error, hasMore, loadingMore, loadMore, retry } = useTimeline(personId);
  const threads = useThreads(personId);
  const [filter, setFilter] = useState(ALL);
  const kinds = FILTERS.find(({ label }) => label === filter)?.kinds ?? [];
  const shown = entries.filter(({ kind }) => kinds.includes(kind));
  return (
    <section aria-labelledby="timeline">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4" id="timeline">
          <Trans>Timeline</Trans>
        </Title>
        <SegmentedControl
          size="xs"
          aria-label={t`Entries`}
          data={FILTERS.map(({ label }) => label)}
          value={filter}
          onChange={setFilter}
        />
      </Group>
      <ErrorAlert error={error} retry={retry} />
      {pending && <Loading what={t`the timeline`} />}
      {!pending && !error && shown.length === 0 && (
        <Text c="dimmed">{filter === ALL ? t`No activity yet.` : t`No entries of this kind.`}</Text>
      )}
      <ol className={timelineStyles.timeline}>
        {shown.map((entry) => (
          <TimelineItem key={entry.key} entry={entry} threads={threads} />
        ))}
      </ol>
      {hasMore && (
        <Button variant="default" loading={loadingMore} onClick={loadMore}>
          <Trans>Show older entries</Trans>
        </Button>
      )}
    </section>
  );
};
