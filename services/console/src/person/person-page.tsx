import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { SegmentedControl } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { useRecord } from '../api/hooks';
import { PeopleAppointments } from '../appointments/people-appointments';
import { PersonAttachments } from '../attachments/attachments-card';
import { QueryResult } from '../components/loading';
import { PageFrame } from '../components/page-frame';
import { WindowTitle } from '../components/window-title';
import { usePermissions } from '../session/session';
import { Composer } from './composer';
import { PersonAutomations } from './person-automations';
import { PersonConsent } from './person-consent';
import { PersonConversations } from './person-conversations';
import { PersonDeals } from './person-deals';
import { PersonEditing, readPerson } from './person-edit';
import { PersonFields } from './person-fields';
import { PersonHeader } from './person-header';
import styles from './person-page.module.css';
import { PersonPlans } from './person-plans';
import { PersonRelationships } from './person-relationships';
import { PersonTasks } from './person-tasks';
import { PersonTimeline } from './person-timeline';
import { PossibleDuplicates } from './possible-duplicates';

/** One person: details, what happened, what comes next. */
export default function PersonPage() {
  const id = Number(useParams()['id']);
  const person = useRecord(['people', id], (options) => readPerson(id, options));
  if (person.data) return <PersonDetails person={person.data} />;
  return (
    <PageFrame title={t`Person`}>
      <QueryResult query={person} what={t`the person`}>
        {() => null}
      </QueryResult>
      <Link to="/people">
        <Trans>All people</Trans>
      </Link>
    </PageFrame>
  );
}

/** Parts of the page, of which a phone shows one. */
const PARTS = [
  { value: 'activity', label: t`Activity` },
  { value: 'details', label: t`Details` },
  { value: 'next', label: t`Next` },
] as const;

const PersonDetails = ({ person }: { readonly person: Schemas['Person'] }) => {
  const { seesDeals } = usePermissions();
  const [part, setPart] = useState<string>(PARTS[0].value);
  return (
    <PersonEditing>
      <WindowTitle title={person.name ?? ''} />
      <PersonHeader person={person} />
      <SegmentedControl
        className={styles.parts}
        fullWidth
        aria-label={t`Part of the page`}
        data={[...PARTS]}
        value={part}
        onChange={setPart}
      />
      <div className={styles.columns} data-part={part}>
        <div className={styles.details}>
          <PersonFields person={person} />
          <PossibleDuplicates person={person} />
          <PersonConsent person={person} />
        </div>
        <div className={styles.activity}>
          <Composer person={person} />
          <PersonTimeline personId={person.id} />
        </div>
        <div className={styles.next}>
          <PersonTasks personId={person.id} />
          <PeopleAppointments people={[{ id: person.id, name: person.name ?? '' }]} />
          {seesDeals && <PersonDeals person={person} />}
          {seesDeals && <PersonPlans personId={person.id} />}
          {seesDeals && <PersonAutomations personId={person.id} />}
          <PersonAttachments personId={person.id} />
          <PersonConversations personId={person.id} />
          <PersonRelationships personId={person.id} />
        </div>
      </div>
    </PersonEditing>
  );
};
