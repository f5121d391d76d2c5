import {
  convertCssVariables,
  type CSSVariablesResolver,
  deepMerge,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core'
import { createAppTheme, palette } from './theme.ts'

/*
 * The variables of the style sheets. Only the server makes them, and writes them into each document: no browser loads this file, since nothing in
 * it runs before `variablesCss` is called.
 */

const { ink, signal, red, gray, dark, black } = palette

const colorNames = ['ink', 'signal', 'red', 'green', 'gray', 'yellow', 'blue', 'orange', 'teal', 'violet']
const forAllColors = (variable: (color: string) => string, value: (color: string) => string) =>
  Object.fromEntries(colorNames.map((color) => [variable(color), value(color)]))

const lightVariables = () => ({
  ...forAllColors(
    (color) => `--mantine-color-${color}-light-color`,
    (color) => `var(--mantine-color-${color}-9)`,
  ),
  '--mantine-color-text': black,
  '--mantine-color-dimmed': gray[7],
  '--mantine-color-placeholder': gray[6],
  '--mantine-color-anchor': ink[7],
  '--mantine-color-error': red[7],
  '--mantine-color-default-border': gray[3],
  '--tw-surface': '#ffffff',
  '--tw-sunken': gray[0],
  '--tw-raised': '#ffffff',
  '--tw-hairline': gray[2],
  '--tw-border': gray[5],
  '--tw-signal': '#d8660b',
  '--tw-signal-text': signal[7],
  '--tw-focus': '#d8660b',
  '--tw-hover': gray[0],
  '--tw-chosen': ink[0],
})

const darkVariables = () => ({
  ...forAllColors(
    (color) => `--mantine-color-${color}-light-color`,
    (color) => `var(--mantine-color-${color}-2)`,
  ),
  ...forAllColors(
    (color) => `--mantine-color-${color}-light`,
    (color) => `color-mix(in srgb, var(--mantine-color-${color}-5) 18%, transparent)`,
  ),
  ...forAllColors(
    (color) => `--mantine-color-${color}-light-hover`,
    (color) => `color-mix(in srgb, var(--mantine-color-${color}-5) 28%, transparent)`,
  ),
  '--mantine-color-text': dark[0],
  '--mantine-color-dimmed': dark[1],
  '--mantine-color-placeholder': dark[2],
  '--mantine-color-anchor': ink[2],
  '--mantine-color-error': red[3],
  '--mantine-color-default-border': dark[4],
  '--tw-surface': dark[7],
  '--tw-sunken': dark[8],
  '--tw-raised': dark[6],
  '--tw-hairline': dark[5],
  '--tw-border': dark[3],
  '--tw-signal': signal[4],
  '--tw-signal-text': signal[3],
  '--tw-focus': signal[3],
  '--tw-hover': '#142235',
  '--tw-chosen': '#1b3048',
})

/** Overrides for Mantine colors with too little contrast for AA, and the project's own tokens, for light and dark. */
export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: lightVariables(), dark: darkVariables() })

type Variables = ReturnType<CSSVariablesResolver>

/** The variables that differ from Mantine's own, which its style sheet has. */
const withoutDefaults = (all: Variables): Variables => {
  const defaults = defaultCssVariablesResolver(DEFAULT_THEME)
  const differing = (of: keyof Variables) => {
    const known: Readonly<Record<string, string>> = defaults[of]
    return Object.fromEntries(Object.entries(all[of]).filter(([name, value]) => known[name] !== value))
  }
  return { variables: differing('variables'), light: differing('light'), dark: differing('dark') }
}

/** What Mantine's provider would render in the browser. */
export const variablesCss = () => {
  const theme = mergeMantineTheme(
    DEFAULT_THEME,
    createAppTheme((text) => text),
  )
  return convertCssVariables(withoutDefaults(deepMerge(defaultCssVariablesResolver(theme), cssVariables(theme))))
}
