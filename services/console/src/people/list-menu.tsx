import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Menu } from '@mantine/core';
import IconDots from '@tabler/icons-react/icons/IconDots';
import { Link } from 'react-router';
import { describeError } from '../api/describe-error';
import { useAnnounce } from '../components/announcements';
import { MAX_EXPORTED, toCsv } from '../components/csv';
import { downloadText } from '../components/download-text';
import { usePermissions } from '../session/session';
import { COLUMNS, type PeopleColumn } from './people-columns';
import { readAllPeople } from './export-people';
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
  const announce = useAnnounce();
  const exportList = async (): Promise<void> => {
    announce({ text: t`Exporting …` });
    try {
      const people = await readAllPeople(query, columns, (read) =>
        announce({ text: plural(read, { one: 'Exporting: # person …', other: 'Exporting: # people …' }) }),
      );
      downloadText('people.csv', toCsv(columns, people));
      const limit = people.length === MAX_EXPORTED ? t`These are the first ${MAX_EXPORTED.toLocaleString()}.` : '';
      const done = plural(people.length, { one: 'Exported # person.', other: 'Exported # people.' });
      announce({ text: [done, limit].filter(Boolean).join(' ') });
    } catch (error) {
      announce({ text: t`Not exported. ${describeError(error)}` });
    }
  };
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
            <Menu.Item closeMenuOnClick onClick={() => void exportList()}>
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
