import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { Link, useParams } from 'react-router';
import { LIVE_MS, useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { DateTime } from '../components/date-time';
import { ErrorAlert } from '../components/error-alert';
import { Loading, QueryResult } from '../components/loading';
import { PageFrame } from '../components/page-frame';
import { TextForm } from '../components/text-form';
import { useSession } from '../session/session';
import timelineStyles from '../components/timeline.module.css';
import { PersonDeals } from './person-deals';
import { PersonFields } from './person-fields';
import styles from './person-page.module.css';
import { PersonPlans } from './person-plans';
import { useTimeline, type TimelineEntry } from './person-timeline';

type Person = Schemas['Person'];

/** Custom fields are not in the default response. */
const ALL_FIELDS = { fields: ['allFields'] };

/** One person: timeline, a form for notes, details, deals and action plans. */
export default function PersonPage() {
  const id = Number(useParams()['id']);
  const person = useRecord(['people', id], (options) => porchlight.people.get(id, ALL_FIELDS, options), {
    everyMs: LIVE_MS,
  });
  if (person.data) return <PersonDetails person={person.data} />;
  return (
    <PageFrame title="Person">
      <QueryResult query={person} what="the person">
        {() => null}
      </QueryResult>
      <Link to="/people">All people</Link>
    </PageFrame>
  );
}

const PersonDetails = ({ person }: { readonly person: Person }) => {
  // The API does not show deals and plans to lenders.
  const seesDeals = useSession().user.role !== 'Lender';
  return (
    <PageFrame title={person.name ?? ''}>
      <Group gap="xs">
        {person.stage && (
          <Badge variant="light" tt="none">
            {person.stage}
          </Badge>
        )}
        {person.tags?.map((tag) => (
          <Badge key={tag} variant="light" color="gray" tt="none">
            {tag}
          </Badge>
        ))}
      </Group>
      <div className={styles.columns}>
        <Stack>
          <Paper withBorder p="md">
            <TextForm
              label="Add a note"
              verb="Add note"
              what="a note"
              draft={`note/${person.id}`}
              send={(body) => porchlight.notes.create({ personId: person.id, body })}
              subjects={['notes', 'people']}
              done="Note added."
            />
          </Paper>
          <TimelineList personId={person.id} />
        </Stack>
        <Stack>
          <PersonFields person={person} />
          {seesDeals && <PersonDeals personId={person.id} />}
          {seesDeals && <PersonPlans personId={person.id} />}
        </Stack>
      </div>
    </PageFrame>
  );
};

const TimelineList = ({ personId }: { readonly personId: number }) => {
  const { entries, pending, error, hasMore, loadingMore, loadMore, retry } = useTimeline(personId);
  return (
    <section aria-labelledby="timeline">
      <Title order={2} size="h3" id="timeline" mb="sm">
        Timeline
      </Title>
      <ErrorAlert error={error} retry={retry} />
      {pending && <Loading what="the timeline" />}
      {!pending && !error && entries.length === 0 && <Text c="dimmed">No activity yet.</Text>}
      <ol className={timelineStyles.timeline}>
        {entries.map((entry) => (
          <TimelineItem key={entry.key} entry={entry} />
        ))}
      </ol>
      {hasMore && (
        <Button variant="default" loading={loadingMore} onClick={loadMore}>
          Show older entries
        </Button>
      )}
    </section>
  );
};

const TimelineItem = ({ entry: { kind, title, text, by, at } }: { readonly entry: TimelineEntry }) => (
  <li>
    <Group gap="xs" align="baseline">
      <Badge variant="light" color="gray" size="sm" tt="none">
        {kind}
      </Badge>
      {title !== '' && <Text fw={600}>{title}</Text>}
    </Group>
    {text !== '' && <Text className={timelineStyles.text}>{text}</Text>}
    <Text size="sm" c="dimmed">
      <DateTime at={at} />
      {by !== '' && ` · ${by}`}
    </Text>
  </li>
);
