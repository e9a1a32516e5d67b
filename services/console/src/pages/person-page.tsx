import { Badge, Button, Group, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import type { Schemas } from '@porchlight/sdk';
import { useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { Moment } from '../parts/moment';
import { PageFrame } from '../parts/page-frame';
import { Problem } from '../parts/problem';
import { WordsForm } from '../parts/words-form';
import styles from './person-page.module.css';
import { useTimeline, type TimelineEntry } from './person-timeline';

type Person = Schemas['Person'];

/** One person: details, timeline, and a form for notes. */
export default function PersonPage(): ReactElement {
  const id = Number(useParams()['id']);
  const person = useRecord(['people', id], (options) => porchlight.people.get(id, undefined, options));
  if (person.data) return <Known person={person.data} />;
  return (
    <PageFrame title="Person">
      {person.error ? (
        <Problem error={person.error} retry={() => void person.refetch()} />
      ) : (
        <div role="status" aria-label="Loading the person">
          <Loader />
        </div>
      )}
      <Link to="/people">All people</Link>
    </PageFrame>
  );
}

const Known = ({ person }: { readonly person: Person }): ReactElement => (
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
          <WordsForm
            label="Add a note"
            verb="Add note"
            what="a note"
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

const TimelineList = ({ personId }: { readonly personId: number }): ReactElement => {
  const { entries, pending, error, hasMore, loadingMore, loadMore, retry } = useTimeline(personId);
  return (
    <section aria-labelledby="timeline">
      <Title order={2} size="h3" id="timeline" mb="sm">
        Timeline
      </Title>
      {error ? <Problem error={error} retry={retry} /> : null}
      {pending && (
        <div role="status" aria-label="Loading the timeline">
          <Loader size="sm" />
        </div>
      )}
      {!pending && !error && entries.length === 0 && <Text c="dimmed">No activity yet.</Text>}
      <ol className={styles.timeline}>
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

const TimelineItem = ({ entry: { kind, title, text, by, at } }: { readonly entry: TimelineEntry }): ReactElement => (
  <li>
    <Group gap="xs" align="baseline">
      <Badge variant="light" color="gray" size="sm" tt="none">
        {kind}
      </Badge>
      {title !== '' && <Text fw={600}>{title}</Text>}
    </Group>
    {text !== '' && <Text className={styles.words}>{text}</Text>}
    <Text size="sm" c="dimmed">
      <Moment at={at} />
      {by !== '' && ` · ${by}`}
    </Text>
  </li>
);

const Details = ({ person }: { readonly person: Person }): ReactElement => (
  <section aria-labelledby="details">
    <Title order={2} size="h3" id="details" mb="sm">
      Details
    </Title>
    <dl className={styles.details}>
      <Detail name="Email">{contacts(person.emails, 'mailto:')}</Detail>
      <Detail name="Phone">{contacts(person.phones, 'tel:')}</Detail>
      <Detail name="Address">{person.addresses?.map(addressLine).join('; ')}</Detail>
      <Detail name="Assigned to">{person.assignedTo}</Detail>
      <Detail name="Lender">{person.assignedLenderName}</Detail>
      <Detail name="Source">{person.source}</Detail>
      <Detail name="Price">{person.price?.toLocaleString()}</Detail>
      <Detail name="Background">{person.background}</Detail>
      <Detail name="Created">
        <Moment at={person.created} />
      </Detail>
      <Detail name="Last activity">
        <Moment at={person.lastActivity} />
      </Detail>
    </dl>
  </section>
);

const Detail = ({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactElement | null =>
  children === null || children === undefined || children === '' ? null : (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );

const contacts = (entries: Person['emails'], scheme: string): ReactNode =>
  entries && entries.length > 0
    ? entries.map(({ value, type }) => (
        <div key={value}>
          <a href={`${scheme}${value}`}>{value}</a>
          {type ? ` (${type})` : ''}
        </div>
      ))
    : null;

const addressLine = ({ street, city, state, code, country }: NonNullable<Person['addresses']>[number]): string =>
  [street, city, [state, code].filter(Boolean).join(' '), country].filter(Boolean).join(', ');
