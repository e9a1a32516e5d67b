import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { Link } from 'react-router';
import { useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { Card } from '../components/card';
import { formatPrice } from '../components/format-price';
import { QueryResult } from '../components/loading';
import styles from './inbox.module.css';

/** The person of a conversation: who writes, without a change of the page. */
export const ConversationPerson = ({ personId }: { readonly personId: number }) => {
  const person = useRecord(['people', personId, 'card'], (options) =>
    porchlight.people.get(personId, undefined, options),
  );
  return (
    <div className={styles.person}>
      <Card title={t`Person`}>
        <QueryResult query={person} what={t`the person`}>
          {({ name, stage, assignedTo, price, phones, emails, tags }) => (
            <>
              <Link to={`/people/${personId}`}>{name}</Link>
              <Text size="sm">{[stage, price && formatPrice(price)].filter(Boolean).join(' · ')}</Text>
              <Text size="sm" c="dimmed">
                {assignedTo ?? t`Not assigned`}
              </Text>
              {phones?.[0]?.value && <a href={`tel:${phones[0].value}`}>{phones[0].value}</a>}
              {emails?.[0]?.value && (
                <Text size="sm" truncate title={emails[0].value}>
                  {emails[0].value}
                </Text>
              )}
              <Text size="sm" c="dimmed">
                {tags?.join(', ')}
              </Text>
            </>
          )}
        </QueryResult>
      </Card>
    </div>
  );
};
