import { t } from '@lingui/core/macro';
import { Pill } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import type { Schemas } from '@porchlight/sdk';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../components/avatar';
import type { Column } from '../components/table-columns';
import { formatPrice } from '../components/format-price';
import { formatSource } from '../components/format-source';
import { RelativeTime } from '../components/relative-time';
import styles from './people-page.module.css';
import { StageDot } from './stage-dot';

type Person = Schemas['Person'];

/** A column of the list: how it is shown and exported, which fields it needs, and the sort of its header. */
export interface PeopleColumn extends Column<Person> {
  readonly fields: readonly string[];
  readonly toText: (person: Person) => string;
}

const first = (contacts: Person['emails'] | Person['phones']): string => contacts?.[0]?.value ?? '';
const MAX_TAGS = 2;

/** The name, which is always shown. */
export const NAME_COLUMN: PeopleColumn = {
  title: t`Name`,
  sort: 'name',
  short: true,
  fields: ['id', 'name'],
  show: ({ id, name }) => (
    <Link to={`/people/${id}`} className={styles.name}>
      <Avatar id={id} name={name ?? ''} />
      <span className={styles.nameText} title={name ?? undefined}>
        {name}
      </span>
    </Link>
  ),
  toText: ({ name }) => name ?? '',
};

/** The columns that the user can show. */
export const COLUMNS: readonly PeopleColumn[] = [
  {
    title: t`Stage`,
    plain: true,
    sort: 'stage',
    whole: true,
    fields: ['stage', 'stageId'],
    show: ({ stage, stageId }) => (
      <span className={styles.stage}>
        <StageDot stageId={stageId} />
        {stage}
      </span>
    ),
    toText: ({ stage }) => stage ?? '',
  },
  {
    title: t`Assigned to`,
    plain: true,
    short: true,
    fields: ['assignedTo'],
    show: ({ assignedTo }) => assignedTo ?? t`Not assigned`,
    toText: ({ assignedTo }) => assignedTo ?? '',
  },
  {
    title: t`Phone`,
    plain: true,
    whole: true,
    fields: ['phones'],
    show: ({ phones }) => (first(phones) ? <a href={`tel:${first(phones)}`}>{first(phones)}</a> : ''),
    toText: ({ phones }) => first(phones),
  },
  {
    title: t`Email`,
    plain: true,
    short: true,
    fields: ['emails'],
    show: ({ emails }) => first(emails),
    toText: ({ emails }) => first(emails),
  },
  {
    title: t`Price`,
    plain: true,
    sort: 'price',
    whole: true,
    fields: ['price'],
    show: ({ price }) => (price ? formatPrice(price) : ''),
    toText: ({ price }) => String(price ?? ''),
  },
  {
    title: t`Source`,
    plain: true,
    short: true,
    fields: ['source'],
    show: ({ source }) => formatSource(source),
    toText: ({ source }) => formatSource(source),
  },
  {
    title: t`Tags`,
    plain: true,
    whole: true,
    fields: ['tags'],
    show: ({ tags = [] }) => (
      <>
        {tags.slice(0, MAX_TAGS).map((tag) => (
          <Pill key={tag} size="sm">
            {tag}
          </Pill>
        ))}
        {tags.length > MAX_TAGS && ` +${tags.length - MAX_TAGS}`}
      </>
    ),
    toText: ({ tags = [] }) => tags.join(', '),
  },
  {
    title: t`Created`,
    sort: '-created',
    whole: true,
    fields: ['created'],
    show: ({ created }) => <RelativeTime at={created} />,
    toText: ({ created }) => created ?? '',
  },
  {
    title: t`Last activity`,
    sort: '-lastActivity',
    whole: true,
    fields: ['lastActivity'],
    show: ({ lastActivity }) => <RelativeTime at={lastActivity} />,
    toText: ({ lastActivity }) => lastActivity ?? '',
  },
];

const SHOWN = [t`Stage`, t`Assigned to`, t`Phone`, t`Email`, t`Price`, t`Source`, t`Last activity`];

/** The columns that the user chose in this browser. */
export const usePeopleColumns = () => {
  const [shown, setShown] = useLocalStorage({
    key: 'people-columns',
    defaultValue: SHOWN,
    getInitialValueInEffect: false,
  });
  // The same array in each rendering: rows are rendered again for other columns only.
  const columns = useMemo(() => [NAME_COLUMN, ...COLUMNS.filter(({ title }) => shown.includes(title))], [shown]);
  return { shown, setShown, columns };
};
