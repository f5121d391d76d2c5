import { Button, Group, Stack, Text, Table } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { can } from '@tradewind/contract/kit/policy'
import type { Assessment } from '@tradewind/contract/site/assessment.contract'
import { assessmentPolicy } from '@tradewind/contract/site/assessment.policy'
import { type AssessmentCategory, assessmentCategories, assessmentCategoryNames } from '@tradewind/contract/site/assessment.words'
import { failureOf } from '#kit/api/failure'
import { useList, useSend } from '#kit/api/query'
import { useActor } from '#kit/session'
import { useLanguage, useText } from '#kit/text'
import { confirm } from '#ui/dialog/confirm'
import { staysInTrash } from '#ui/dialog/useQuestions'
import { useUndoOf } from '#ui/dialog/useUndo'
import { Card } from '#ui/page/Card'
import { Read } from '#ui/page/Read'
import { useToast } from '#ui/page/toast'
import { Day } from '#ui/values/Day'

/** What a lead answered in the self-assessment. */
export const Answers = ({ leadId }: { leadId: string }) => {
  const t = useText()
  const lang = useLanguage()
  const read = useList('GET /api/auditQuestion/answers', { leadId, lang, page: 0, size: 20 })
  return (
    <Card title={t('Answers')}>
      <Read of={read} height={240}>
        {({ rows }) =>
          rows.length > 0 ? (
            rows.map((assessment) => <Answered key={assessment.uniqueId} assessment={assessment} />)
          ) : (
            <Text c="dimmed">{t('No data available')}</Text>
          )
        }
      </Read>
    </Card>
  )
}

const Answered = ({ assessment }: { assessment: Assessment }) => {
  const t = useText()
  const actor = useActor()
  const remove = useRemovingAnswers()
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          <Day at={assessment.dateCreated} precise />
        </Text>
        {can(actor, assessmentPolicy.remove) && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconTrash size={14} aria-hidden />}
            onClick={() => void remove(assessment.uniqueId)}
          >
            {t('Delete answers')}
          </Button>
        )}
      </Group>
      <AnswerTable assessment={assessment} />
    </Stack>
  )
}

/** Deletes answers after a confirmation. Their lead stays. */
const useRemovingAnswers = () => {
  const t = useText()
  const toast = useToast()
  const undo = useUndoOf('assessment')
  const { mutateAsync } = useSend('DELETE /api/auditQuestion/answers/:uniqueId')
  return async (uniqueId: string) => {
    const sure = await confirm({
      title: t('Are you sure?'),
      text: t("You won't be able to revert this!"),
      also: [staysInTrash(t, 2)],
      about: t('Answers'),
      yes: t('Yes, delete it!'),
      no: t('Cancel'),
    })
    if (!sure) return
    await mutateAsync({ uniqueId }).then(
      (reply) => toast.reply(reply, () => void undo([uniqueId])),
      (error: unknown) => toast.failure(failureOf(error)),
    )
  }
}

/** Each question with its score, by category under the category's mean. */
const AnswerTable = ({ assessment }: { assessment: Assessment }) => {
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
        {assessmentCategories.map((category) => (
          <Category key={category} category={category} assessment={assessment} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

const Category = ({ category, assessment }: { category: AssessmentCategory; assessment: Assessment }) => {
  const t = useText()
  const mean = new Intl.NumberFormat(useLanguage(), { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const asked = assessment.answers.filter((answer) => answer.category === category)
  const average = assessment.averages.find((one) => one.category === category)?.average
  if (asked.length === 0) return null
  return (
    <>
      <Table.Tr>
        <Table.Th scope="row" style={{ whiteSpace: 'normal' }}>
          {t(assessmentCategoryNames[category])}
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
