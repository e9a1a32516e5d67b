import { Trans } from '@lingui/react/macro';
import { Button, Group, Text, Title } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import IconMail from '@tabler/icons-react/icons/IconMail';
import IconMessage from '@tabler/icons-react/icons/IconMessage';
import IconPhone from '@tabler/icons-react/icons/IconPhone';
import { Avatar } from '../components/avatar';
import { RelativeTime } from '../components/relative-time';
import { AssigneePill } from './assignee-pill';
import { PersonMenu } from './person-menu';
import styles from './person-page.module.css';
import { StagePill } from './stage-pill';
import { TagPills } from './tag-pills';

type Person = Schemas['Person'];
type Contacts = Person['phones'] | Person['emails'];

/** The entry that is used first: the primary one, else the first. */
const firstOf = (contacts: Contacts): string | undefined =>
  (contacts?.find(({ isPrimary }) => isPrimary) ?? contacts?.[0])?.value;

const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** Name, stage, assigned user, tags; buttons that call, text and mail with the programs of the device. */
export const PersonHeader = ({ person }: { readonly person: Person }) => {
  const phone = firstOf(person.phones);
  const email = firstOf(person.emails);
  return (
    <div className={styles.header}>
      <Avatar id={person.id} name={person.name ?? ''} />
      <div className={styles.names}>
        <Group gap="sm" align="baseline">
          <Title order={1} size="h2">
            {person.name}
          </Title>
          <Text size="sm" c="dimmed">
            <Trans>
              active <RelativeTime at={person.lastActivity ?? person.created} />
            </Trans>
          </Text>
        </Group>
        <div className={styles.pills}>
          <StagePill person={person} />
          <AssigneePill person={person} />
          <TagPills person={person} />
        </div>
      </div>
      <div className={styles.actions}>
        {phone && (
          <Button component="a" href={`tel:${phone}`} variant="default" leftSection={<IconPhone {...ICON} />}>
            <Trans>Call</Trans>
          </Button>
        )}
        {phone && (
          <Button component="a" href={`sms:${phone}`} variant="default" leftSection={<IconMessage {...ICON} />}>
            <Trans>Text</Trans>
          </Button>
        )}
        {email && (
          <Button component="a" href={`mailto:${email}`} variant="default" leftSection={<IconMail {...ICON} />}>
            <Trans>Email</Trans>
          </Button>
        )}
        <PersonMenu person={person} />
      </div>
    </div>
  );
};
