import {
  localStorageColorSchemeManager,
  MantineContext,
  MantineThemeProvider,
  type MantineThemeOverride,
  useProviderColorScheme,
} from '@mantine/core'
import type { ReactNode } from 'react'

const manager = localStorageColorSchemeManager()
const getRootElement = () => document.documentElement

/** Mantine's provider, without the code for its variables: the server writes them into the document (`variables.ts`), where they stay. */
export const ThemeProvider = ({ theme, children }: { theme: MantineThemeOverride; children: ReactNode }) => {
  const scheme = useProviderColorScheme({ defaultColorScheme: 'auto', forceColorScheme: undefined, manager, getRootElement })
  return (
    <MantineContext
      value={{ ...scheme, getRootElement, classNamesPrefix: 'mantine', cssVariablesSelector: ':root', withStaticClasses: true }}
    >
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext>
  )
}
