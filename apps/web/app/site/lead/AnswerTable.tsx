import { Table } from '@mantine/core'
import type { Assessment } from '@tradewind/contract/site/assessment.contract'
import { type AuditCategory, auditCategories, auditCategoryNames } from '@tradewind/contract/site/assessment.words'
import { useLanguage, useText } from '#kit/text'

/** Each question with its score, by category under the category's mean. */
export const AnswerTable = ({ assessment }: { assessment: Assessment }) => {
  const t = useText()
  return (
    <Table tabularNums aria-label={t('Answers')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('Question')}</Table.Th>
          <Table.Th ta="right">{t('Score')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {auditCategories.map((category) => (
          <Category key={category} category={category} assessment={assessment} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

const Category = ({ category, assessment }: { category: AuditCategory; assessment: Assessment }) => {
  const t = useText()
  const mean = new Intl.NumberFormat(useLanguage(), { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const asked = assessment.answers.filter((answer) => answer.category === category)
  const average = assessment.averages.find((one) => one.category === category)?.average
  if (asked.length === 0) return null
  return (
    <>
      <Table.Tr>
        <Table.Th scope="row" style={{ whiteSpace: 'normal' }}>
          {t(auditCategoryNames[category])}
        </Table.Th>
        <Table.Td ta="right" fw={650}>
          {average === undefined ? '–' : mean.format(average)}
        </Table.Td>
      </Table.Tr>
      {asked.map(({ questionId, question, score }) => (
        <Table.Tr key={questionId}>
          <Table.Td style={{ overflowWrap: 'break-word' }}>{question}</Table.Td>
          <Table.Td ta="right">{score}</Table.Td>
        </Table.Tr>
      ))}
    </>
  )
}
