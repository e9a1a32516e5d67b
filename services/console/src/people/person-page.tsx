import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { DateTime } from '../components/date-time';
import { ErrorAlert } from '../components/error-alert';
import { Loading, QueryResult } from '../components/loading';
import { PageFrame } from '../components/page-frame';
import { TextForm } from '../components/text-form';
import timelineStyles from '../components/timeline.module.css';
import styles from './person-page.module.css';
import { useTimeline, type TimelineEntry } from './person-timeline';

type Person = Schemas['Person'];

/** One person: details, timeline, and a form for notes. */
export default function PersonPage() {
  const id = Number(useParams()['id']);
  const person = useRecord(['people', id], (options) => porchlight.people.get(id, undefined, options));
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

const PersonDetails = ({ person }: { readonly person: Person }) => (
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
      <Details person={person} />
    </div>
  </PageFrame>
);

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

const Details = ({ person }: { readonly person: Person }) => (
  <section aria-labelledby="details">
    <Title order={2} size="h3" id="details" mb="sm">
      Details
    </Title>
    <dl className={styles.details}>
      <Detail name="Email">{renderContacts(person.emails, 'mailto:')}</Detail>
      <Detail name="Phone">{renderContacts(person.phones, 'tel:')}</Detail>
      <Detail name="Address">{person.addresses?.map(formatAddress).join('; ')}</Detail>
      <Detail name="Assigned to">{person.assignedTo}</Detail>
      <Detail name="Lender">{person.assignedLenderName}</Detail>
      <Detail name="Source">{person.source}</Detail>
      <Detail name="Price">{person.price?.toLocaleString()}</Detail>
      <Detail name="Background">{person.background}</Detail>
      <Detail name="Created">
        <DateTime at={person.created} />
      </Detail>
      <Detail name="Last activity">
        <DateTime at={person.lastActivity} />
      </Detail>
    </dl>
  </section>
);

const Detail = ({ name, children }: { readonly name: string; readonly children: ReactNode }) =>
  children === null || children === undefined || children === '' ? null : (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );

const renderContacts = (contacts: Person['emails'], scheme: string): ReactNode =>
  contacts && contacts.length > 0
    ? contacts.map(({ value, type }) => (
        <div key={value}>
          <a href={`${scheme}${value}`}>{value}</a>
          {type ? ` (${type})` : ''}
        </div>
      ))
    : null;

const formatAddress = ({ street, city, state, code, country }: NonNullable<Person['addresses']>[number]): string =>
  [street, city, [state, code].filter(Boolean).join(' '), country].filter(Boolean).join(', ');
