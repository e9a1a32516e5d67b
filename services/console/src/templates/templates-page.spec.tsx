import { screen } from '@testing-library/react';
import { createList, fakeApi } from '../../test/fake-api';
import { show } from '../../test/show';
import TemplatesPage from './templates-page';

test('given templates of both kinds, then the choice is in the address and Back undoes it', async () => {
  fakeApi({
    'GET /v1/templates': createList('templates', [
      { id: 1, name: 'Welcome', subject: 'Hello', isShared: true, actionPlans: [{ id: 3, name: 'New buyer' }] },
    ]),
    'GET /v1/textMessageTemplates': createList('textmessagetemplates', [{ id: 2, name: 'Short hello' }]),
  });
  const { user, address, goBack } = show(<TemplatesPage />);
  await screen.findByRole('link', { name: 'Welcome' });
  screen.getByText('New buyer');
  await user.click(screen.getByRole('radio', { name: 'Text message' }));
  await screen.findByRole('link', { name: 'Short hello' });
  expect(address()).toBe('/?kind=text');
  await goBack();
  await screen.findByRole('link', { name: 'Welcome' });
});
