import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Menu } from '@mantine/core';
import IconDots from '@tabler/icons-react/icons/IconDots';
import { Link } from 'react-router';
import { porchlight } from '../api/porchlight';
import { useExport } from '../components/use-export';
import { usePermissions } from '../session/session';
import { COLUMNS, type PeopleColumn } from './people-columns';
import type { PeopleQuery } from './people-query';

interface Props {
  readonly query: PeopleQuery;
  readonly columns: readonly PeopleColumn[];
  readonly shown: readonly string[];
  setShown(titles: string[]): void;
}

/** What is seldom needed of the list: columns, export, import. */
export const ListMenu = ({ query, columns, shown, setShown }: Props) => {
  const { isAdmin } = usePermissions();
  const { run } = useExport({
    file: 'people',
    columns,
    list: () => porchlight.people.list({ ...query, fields: columns.flatMap(({ fields }) => fields) }),
  });
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t`Columns, export, import`}>
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isAdmin && (
          <>
            <Menu.Item component={Link} to="/people/import">
              <Trans>Import people</Trans>
            </Menu.Item>
            <Menu.Item closeMenuOnClick onClick={run}>
              <Trans>Export as CSV</Trans>
            </Menu.Item>
            <Menu.Divider />
          </>
        )}
        <Menu.Label>
          <Trans>Columns</Trans>
        </Menu.Label>
        <Menu.CheckboxGroup value={[...shown]} onChange={setShown}>
          {COLUMNS.map(({ title }) => (
            <Menu.CheckboxItem key={title} value={title}>
              {title}
            </Menu.CheckboxItem>
          ))}
        </Menu.CheckboxGroup>
      </Menu.Dropdown>
    </Menu>
  );
};
