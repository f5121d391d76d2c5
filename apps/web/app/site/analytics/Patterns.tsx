import { Anchor, Table } from '@mantine/core'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { sharesOf } from '#kit/shares'
import { useLanguage, useText } from '#kit/text'
import { useFigure } from '#ui/values/useFigure'

interface PatternsProps {
  patterns: readonly { pattern: string; count: number }[]
  /** The one whose days are shown. */
  chosen: string
  addressOf: (pattern: string) => string
}

/** A smaller share is not told as none. */
const least = 0.001

/** Each kind of page with its count and its share of all, the most opened first. Each leads to its days. */
export const Patterns = ({ patterns, chosen, addressOf }: PatternsProps) => {
  const t = useText()
  const figure = useFigure()
  const percent = new Intl.NumberFormat(useLanguage(), { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const shares = sharesOf(
    patterns.map(({ count }) => count),
    1,
  )
  const shareAt = (at: number) => (shares[at]! < least ? `< ${percent.format(least)}` : percent.format(shares[at]!))
  return (
    <Table tabularNums horizontalSpacing="xs" aria-label={t('By kind of page')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('Kind of page')}</Table.Th>
          <Table.Th ta="right" w={92}>
            {t('Page views')}
          </Table.Th>
          <Table.Th ta="right" w={92}>
            {t('Share of all')}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {patterns.map(({ pattern, count }, at) => (
          <Table.Tr key={pattern}>
            <Table.Th scope="row" style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
              <Pattern pattern={pattern} isChosen={pattern === chosen} addressOf={addressOf} />
            </Table.Th>
            <Table.Td ta="right">{figure(count)}</Table.Td>
            <Table.Td ta="right">{shareAt(at)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

interface PatternProps extends Pick<PatternsProps, 'addressOf'> {
  pattern: string
  isChosen: boolean
}

const Pattern = ({ pattern, isChosen, addressOf }: PatternProps) => (
  <Anchor
    component={Link}
    to={addressOf(pattern)}
    preventScrollReset
    aria-current={isChosen || undefined}
    fw={isChosen ? 700 : undefined}
  >
    {pattern.split(/(?=\/)/).map((part, at) => (
      <Fragment key={at}>
        {at > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </Anchor>
)
