import { screen, waitFor } from '@testing-library/react';
import { fakeApi } from '../../test/fake-api';
import { show } from '../../test/show';
import TwoStepPage from './two-step-page';

const CODES = ['aaaa-bbbb', 'cccc-dddd'];

describe('two-step sign-in', () => {
  const turnOn = async () => {
    let enabled = false;
    fakeApi({
      'GET /session/secondFactor': () => ({ enabled, recoveryCodesLeft: enabled ? CODES.length : 0 }),
      'POST /session/secondFactor': { secret: 'ABCDEFGH', uri: 'otpauth://totp/x?secret=ABCDEFGH' },
      'POST /session/secondFactor/confirm': () => {
        enabled = true;
        return { recoveryCodes: CODES };
      },
    });
    const page = show(<TwoStepPage />);
    await page.user.click(await screen.findByRole('button', { name: 'Turn on two-step sign-in' }));
    await page.user.type(await screen.findByLabelText(/^Your password/), 'correct horse battery');
    await page.user.click(screen.getByRole('button', { name: 'Continue' }));
    await page.user.type(await screen.findByLabelText(/^Code from the app/), '123456{Enter}');
    await screen.findByText('cccc-dddd');
    return page;
  };

  test('given the recovery codes, then they can be saved as a file, and the focus is at them', async () => {
    const files: Blob[] = [];
    URL.createObjectURL = (file) => `blob:${files.push(file as Blob)}`;
    URL.revokeObjectURL = () => undefined;
    HTMLAnchorElement.prototype.click = () => undefined;
    const { user } = await turnOn();
    expect(document.activeElement?.contains(screen.getByText('cccc-dddd'))).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
    await user.click(screen.getByRole('button', { name: 'Download recovery codes' }));
    expect(files).toHaveLength(1);
    expect(files[0]!.size).toBe(`${CODES.join('\n')}\n`.length);
  });

  test('given the codes are saved, then they are gone and the page says how many are left', async () => {
    const { user } = await turnOn();
    await user.click(screen.getByRole('button', { name: 'I saved the codes' }));
    await screen.findByText(/2 recovery codes are left/);
    expect(screen.queryByText('cccc-dddd')).toBeNull();
    await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  });
});
