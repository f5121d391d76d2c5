import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createAppTheme } from './theme.ts'
import { cssVariables, variablesCss } from './variables.ts'

test('the variables in the document are those that Mantine’s provider would render', () => {
  const theme = createAppTheme((text) => text)
  const rendered = renderToStaticMarkup(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} withGlobalClasses={false}>
      {null}
    </MantineProvider>,
  )
  expect(rendered).toBe(`<style data-mantine-styles="true">${variablesCss()}</style>`)
})
