import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core'
import { expect, test } from 'vitest'
import { createAppTheme } from './theme.ts'
import { cssVariables } from './variables.ts'

type Rgb = readonly [number, number, number]

const theme = mergeMantineTheme(
  DEFAULT_THEME,
  createAppTheme((text) => text),
)
const { light, dark }: Record<'light' | 'dark', Readonly<Record<string, string>>> = cssVariables(theme)

const rgbOf = (hex: string): Rgb => {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return [red!, green!, blue!]
}

const luminance = (colour: Rgb) => {
  const [red, green, blue] = colour.map((value) => {
    const share = value / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

/** The contrast of WCAG 2.2: 7 for AAA. */
const contrast = (one: Rgb, other: Rgb) => {
  const [darker, lighter] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter! + 0.05) / (darker! + 0.05)
}

const mix = (over: Rgb, under: Rgb, share: number) =>
  over.map((value, at) => value * share + under[at]! * (1 - share)) as unknown as Rgb

/** Of a row: at rest, under the pointer, ticked or with the focus, and in a dialog. */
const rowStates = ['--tw-surface', '--tw-hover', '--tw-chosen', '--tw-raised']
const texts = ['text', 'dimmed', 'error'].map((name) => `--mantine-color-${name}`)
const badgeColours = ['ink', 'signal', 'red', 'green', 'gray'] as const

test.each(Object.entries({ light, dark }))('%s: the text of tables has a contrast of 7 on each state of a row', (_, tokens) => {
  const contrasts = rowStates.flatMap((state) =>
    texts.map((text) => [`${text} on ${state}`, contrast(rgbOf(tokens[text]!), rgbOf(tokens[state]!))] as const),
  )
  expect(contrasts.filter(([, value]) => value < 7)).toEqual([])
})

test('badges have a contrast of 7 in light mode and, over each state of a row, in dark mode', () => {
  const shade = (colour: (typeof badgeColours)[number], at: number) => rgbOf(theme.colors[colour]![at]!)
  const inLight = badgeColours.map((colour) => [colour, contrast(shade(colour, 9), shade(colour, 1))] as const)
  const inDark = badgeColours.flatMap((colour) =>
    rowStates.map((state) => {
      const [, share] = /-5\) (\d+)%, transparent/.exec(dark[`--mantine-color-${colour}-light`]!)!
      const background = mix(shade(colour, 5), rgbOf(dark[state]!), Number(share) / 100)
      return [`${colour} on ${state}`, contrast(shade(colour, 2), background)] as const
    }),
  )
  expect([...inLight, ...inDark].filter(([, value]) => value < 7)).toEqual([])
})
