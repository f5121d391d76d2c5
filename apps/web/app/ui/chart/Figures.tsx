import { Table } from '@mantine/core'
import { useText } from '#kit/text'
import styles from '#ui/chart/chart.module.css'

interface FiguresProps {
  label: string
  heads: readonly string[]
  /** The first cell of a row names it. */
  rows: readonly (readonly string[])[]
}

/** What a chart draws, as a table that folds out beneath it. */
export const Figures = ({ label, heads, rows }: FiguresProps) => {
  const t = useText()
  return (
    <details>
      <summary className={styles.summary}>{t('Show as a table')}</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keys as well */}
      <section className={styles.figures} aria-label={label} tabIndex={0}>
        <Table aria-label={label} verticalSpacing={4} tabularNums>
          <Table.Thead>
            <Table.Tr>
              {heads.map((head, at) => (
                <Table.Th key={at} ta={at > 0 ? 'right' : undefined} style={{ whiteSpace: 'normal' }}>
                  {head}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(([name = '', ...cells], row) => (
              <Table.Tr key={row}>
                <Table.Th scope="row">{name}</Table.Th>
                {cells.map((cell, at) => (
                  <Table.Td key={at} ta="right">
                    {cell}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </details>
  )
}
