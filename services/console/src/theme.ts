import { t } from '@lingui/core/macro';
import { createTheme, defaultVariantColorsResolver } from '@mantine/core';

/**
 * Defaults of the components. The content security policy allows no inline styles: colors are in theme.css, and Mantine
 * features that create a `<style>` element are disabled here and in main.tsx.
 */
export const theme = createTheme({
  primaryColor: 'blue',
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Mantine puts white on each filled color, which cannot be read on the light blue of dark colors.
  variantColorResolver(input) {
    const colors = defaultVariantColorsResolver(input);
    return input.variant === 'filled' && input.color === 'blue' ? { ...colors, color: 'var(--on-brand)' } : colors;
  },
  components: {
    Text: { defaultProps: { size: 'sm' } },
    Checkbox: { defaultProps: { radius: 4 } },
    Paper: { defaultProps: { radius: 'md' } },
    // A badge gives its column the width of its text, instead of an ellipsis.
    Badge: { defaultProps: { radius: 'xl', styles: { label: { overflow: 'visible' } } } },
    Menu: { defaultProps: { transitionProps: { duration: 0 }, shadow: 'sm' } },
    Modal: {
      defaultProps: {
        radius: 'md',
        lockScroll: false,
        closeButtonProps: { 'aria-label': t`Close` },
        overlayProps: { backgroundOpacity: 0.5 },
      },
    },
    PasswordInput: { defaultProps: { visibilityToggleButtonProps: { 'aria-label': t`Show or hide password` } } },
    // Not the header of the page, which this element would be.
    ModalHeader: { defaultProps: { component: 'div' } },
    Anchor: { defaultProps: { underline: 'always' } },
  },
});
