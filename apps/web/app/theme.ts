import { createTheme, type MantineColorsTuple } from '@mantine/core'
import type { FocusEvent, MouseEvent } from 'react'
import type { Translate } from '#kit/text'

// oxfmt-ignore
const ink: MantineColorsTuple = ['#eef4fb', '#dce8f5', '#bad0e9', '#92b4dc', '#6794c9', '#4577b3', '#3467a6', '#1d487c', '#143661', '#0c2444']
// oxfmt-ignore
const signal: MantineColorsTuple = ['#fff4ea', '#ffe4cd', '#ffca9e', '#ffad69', '#fb9441', '#f07d20', '#c25805', '#a84904', '#8a3c06', '#653009']
// oxfmt-ignore
const red: MantineColorsTuple = ['#fff0f3', '#ffdde4', '#ffb8c8', '#ffa3b8', '#f76383', '#dc3059', '#c4234c', '#9e173c', '#891235', '#690d2a']
// oxfmt-ignore
const green: MantineColorsTuple = ['#e8f8f2', '#cdefe2', '#a0dfc8', '#6ccba9', '#3eb28d', '#209a75', '#107f5e', '#08674c', '#07523d', '#063e2f']
// oxfmt-ignore
const gray: MantineColorsTuple = ['#f6f8fb', '#edf1f6', '#dfe5ed', '#cad3df', '#a9b6c7', '#8390a5', '#64738a', '#435166', '#323f55', '#1e2a3f']
// oxfmt-ignore
const dark: MantineColorsTuple = ['#e4ebf5', '#b8c5d6', '#95a5ba', '#6d7f97', '#37495f', '#27374c', '#1a293d', '#0d1828', '#0a1320', '#060d18']

const black = '#0c1b30'

/** What `variables.ts` makes its own variables of. */
export const palette = { ink, signal, red, gray, dark, black }
const fontFamily = '"Figtree Variable", "Figtree Fallback", system-ui, sans-serif'

const base = createTheme({
  colors: { ink, signal, red, green, gray, dark },
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 6 },
  black,
  autoContrast: true,
  luminanceThreshold: 0.25,
  fontFamily,
  fontSizes: { xs: '0.8125rem', sm: '0.875rem', md: '1rem', lg: '1.125rem', xl: '1.375rem' },
  headings: {
    fontFamily,
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '2.25rem' },
      h2: { fontSize: '1.375rem', lineHeight: '1.75rem' },
      h3: { fontSize: '1.125rem', lineHeight: '1.5rem' },
      h4: { fontSize: '1rem', lineHeight: '1.5rem' },
    },
  },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '0.125rem', sm: '0.25rem', md: '0.375rem', lg: '0.625rem', xl: '1rem' },
  defaultRadius: 'md',
  shadows: {
    xs: 'none',
    sm: '0 1px 2px rgb(12 36 68 / 8%)',
    md: '0 2px 6px rgb(12 36 68 / 8%), 0 8px 24px rgb(12 36 68 / 12%)',
    lg: '0 4px 12px rgb(12 36 68 / 10%), 0 16px 48px rgb(12 36 68 / 16%)',
    xl: '0 8px 24px rgb(12 36 68 / 14%), 0 32px 80px rgb(12 36 68 / 22%)',
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
})

/** A click on an entry closes the menu: its button is focused before a dialog opens, so that the dialog returns the focus there. */
const focusMenuButton = ({ currentTarget, target }: MouseEvent<HTMLElement>) => {
  if (!currentTarget.contains(target as Node) || !(target as Element).closest('[role="menuitem"]')) return
  document.getElementById(currentTarget.getAttribute('aria-labelledby') ?? '')?.focus()
}

/** Mantine focuses no entry of a menu that opens. By keyboard, as the browser shows the focus then, it goes to the first entry, or to the last. */
const focusEntry = ({ currentTarget, target }: FocusEvent<HTMLElement>) => {
  if (!currentTarget.contains(target) || !target.matches('[data-autofocus]:focus-visible')) return
  const entries = [...currentTarget.querySelectorAll<HTMLElement>('[data-menu-item]:not([data-disabled])')]
  entries.at(currentTarget.dataset['entry'] === 'last' ? -1 : 0)?.focus()
}

/** The theme, with translated accessible names for Mantine's own buttons. */
export const createAppTheme = (say: Translate) => {
  // The header of a dialog is not the page's banner.
  const noBanner = { attributes: { header: { role: 'presentation' } } }
  const close = { closeButtonProps: { 'aria-label': say('Close'), title: say('Close') } }
  return {
    ...base,
    components: {
      Anchor: { defaultProps: { underline: 'always' } },
      Badge: { defaultProps: { variant: 'light', radius: 'sm', size: 'md' } },
      // With reduced motion, only this centers the dots.
      Button: { defaultProps: { size: 'sm' }, styles: { loader: { transform: 'translate(-50%, -50%)' } } },
      // The focus stays in the field, so its options may be hidden with it.
      Combobox: { defaultProps: { hideDetached: true } },
      Drawer: { defaultProps: { ...close, ...noBanner } },
      Loader: { defaultProps: { type: 'dots' } },
      Menu: { defaultProps: { shadow: 'md', radius: 'md' } },
      MenuDropdown: { defaultProps: { onClick: focusMenuButton, onFocus: focusEntry } },
      Modal: {
        defaultProps: {
          ...close,
          ...noBanner,
          radius: 'lg',
          shadow: 'xl',
          centered: true,
          overlayProps: { backgroundOpacity: 0.5 },
        },
      },
      Notification: { defaultProps: { ...close, radius: 'md', withBorder: true } },
      // A hidden element loses the focus: after a resize, Escape would not reach an open popover.
      Popover: { defaultProps: { shadow: 'md', hideDetached: false } },
      Table: { defaultProps: { highlightOnHover: true, verticalSpacing: 'xs', horizontalSpacing: 'md' } },
      Tooltip: { defaultProps: { openDelay: 300, events: { hover: true, focus: true, touch: false } } },
    },
  }
}
