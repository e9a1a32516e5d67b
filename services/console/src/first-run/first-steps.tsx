import { Trans } from '@lingui/react/macro';
import { List, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { usePermissions } from '../session/session';

/** Replaces the empty list of people: how the first ones come into the account. */
export const FirstSteps = () => {
  const { isAdmin } = usePermissions();
  if (!isAdmin)
    return (
      <>
        <Trans>No people yet. Leads that are assigned to you appear here.</Trans>
      </>
    );
  return (
    <Stack gap="xs">
      <Text>
        <Trans>No people yet. Start with one of these steps:</Trans>
      </Text>
      <List>
        <List.Item>
          <Trans>
            <Link to="/people/import">Import people</Link> from a spreadsheet or an address book.
          </Trans>
        </List.Item>
        <List.Item>
          <Trans>
            <Link to="/api-keys">Create an API key</Link>, then <a href="/docs">send your first lead</a> with it.
          </Trans>
        </List.Item>
        <List.Item>
          <Link to="/users">
            <Trans>Invite your team</Trans>
          </Link>
          .
        </List.Item>
      </List>
    </Stack>
  );
};
