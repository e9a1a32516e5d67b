import { List, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { usePermissions } from '../session/session';

/** Replaces the empty list of people: how the first ones come into the account. */
export const FirstSteps = () => {
  const { isAdmin } = usePermissions();
  if (!isAdmin) return <>No people yet. Leads that are assigned to you appear here.</>;
  return (
    <Stack gap="xs">
      <Text>No people yet. Start with one of these steps:</Text>
      <List>
        <List.Item>
          <Link to="/people/import">Import people</Link> from a spreadsheet or an address book.
        </List.Item>
        <List.Item>
          <Link to="/api-keys">Create an API key</Link>, then <a href="/docs">send your first lead</a> with it.
        </List.Item>
        <List.Item>
          <Link to="/users">Invite your team</Link>.
        </List.Item>
      </List>
    </Stack>
  );
};
