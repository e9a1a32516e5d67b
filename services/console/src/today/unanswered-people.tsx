import { plural, t } from '@lingui/core/macro';
import { ActionIcon } from '@mantine/core';
import IconPhone from '@tabler/icons-react/icons/IconPhone';
import { Link } from 'react-router';
import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { Avatar } from '../components/avatar';
import { Card } from '../components/card';
import { formatSource } from '../components/format-source';
import { ListStates } from '../components/list-states';
import { RelativeTime } from '../components/relative-time';
import { useSession } from '../session/session';
import styles from './today-page.module.css';

const MAX_SHOWN = 8;

/** The user's people without an answer, newest first. */
export const UnansweredPeople = () => {
  const { user } = useSession();
  const people = useCollection(['people', 'unanswered'], porchlight.people.list, {
    assignedUserId: [user.id],
    contacted: false,
    limit: MAX_SHOWN,
    fields: ['id', 'name', 'stage', 'source', 'phones', 'created'],
  });
  return (
    <Card title={t`No answer yet`}>
      <ListStates what={t`people`} list={{ ...people, hasMore: false }} empty={t`No person waits for an answer.`}>
        <ul className={styles.rows}>
          {people.rows.map(({ id, name, stage, source, phones, created }) => (
            <li key={id} className={styles.row}>
              <Avatar id={id} name={name ?? ''} />
              <div className={styles.main}>
                <Link to={`/people/${id}`}>{name}</Link>
                <div className={styles.meta}>
                  {[stage, formatSource(source)].filter(Boolean).join(' · ')} · <RelativeTime at={created} />
                </div>
              </div>
              {phones?.[0]?.value && (
                <ActionIcon
                  component="a"
                  href={`tel:${phones[0].value}`}
                  variant="default"
                  size="lg"
                  aria-label={t`Call ${name ?? ''}`}
                >
                  <IconPhone size={18} stroke={1.75} />
                </ActionIcon>
              )}
            </li>
          ))}
        </ul>
        {people.total > MAX_SHOWN && (
          <Link to={`/people?assignedUserId=${user.id}&contacted=false`}>
            {plural(people.total, { one: 'All # person', other: 'All # people' })}
          </Link>
        )}
      </ListStates>
    </Card>
  );
};
