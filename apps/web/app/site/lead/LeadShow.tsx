import { Button, Group, Skeleton, Stack, Table, Text } from '@mantine/core'
import { IconBuildingPlus, IconChartRadar, IconTrash } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { historyOf } from '@tradewind/contract/platform/policies'
import { assessmentCategoryList } from '@tradewind/contract/site/assessment.constants'
import type { Assessment } from '@tradewind/contract/site/assessment.contract'
import type { Lead } from '@tradewind/contract/site/lead.contract'
import { assessmentPolicy, leadPolicy } from '@tradewind/contract/site/policies'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { failureOf } from '#kit/api/failure'
import { useList, useSend } from '#kit/api/query'
import { useArea, useNavigateFromHere } from '#kit/area'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { useLanguage, useText } from '#kit/text'
import { confirm } from '#ui/dialog/confirm'
import { trashNotice, useConfirmedRemove, useUndo } from '#ui/dialog/deletion'
import { Card } from '#ui/page/Card'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { HeaderButton } from '#ui/page/PageHeader'
import { QueryContent } from '#ui/page/states'
import { useToast } from '#ui/page/toast'
import { DetailPage, Panel } from '#ui/record/DetailPage'
import { History } from '#ui/record/History'
import { Day } from '#ui/values/Day'
import { LeadFacts, nameOf, resultPath } from './LeadFacts.tsx'

const StaffResult = lazyWithRetry(async () => (await import('#site/assessment/StaffResult')).StaffResult)

const actionsOf = (lead: Lead) => <LeadActions lead={lead} />

export const handle = { name: phrase('Lead') }
export const clientLoader = guard({ rules: leadPolicy.see })

/** A lead: the enquiry, the answers, and what it was converted into. */
export default function LeadShow() {
  const t = useText()
  const actor = useActor()
  return (
    <DetailPage kind="lead" policy={leadPolicy} listTitle={t('Leads')} nameOf={nameOf} actions={actionsOf}>
      {(lead) => (
        <>
          <Panel>
            <LeadFacts lead={lead} />
          </Panel>
          <Answers leadId={lead.uniqueId} />
          {can(actor, historyOf(leadPolicy), lead) && (
            <History kind="lead" uniqueId={lead.uniqueId} labels={{ company: t('Company'), contact: t('Contact') }} />
          )}
        </>
      )}
    </DetailPage>
  )
}

/** The actions: open the result, convert into a company and contact, move to the trash. */
const LeadActions = ({ lead }: { lead: Lead }) => {
  const t = useText()
  const at = useArea()
  const actor = useActor()
  const navigate = useNavigateFromHere()
  const remove = useConfirmedRemove('lead')
  const removeAndLeave = async () => {
    if (await remove(lead.uniqueId, nameOf(lead))) await navigate(at('leads'))
  }
  return (
    <>
      {can(actor, leadPolicy.remove) && (
        <HeaderButton icon={IconTrash} onClick={() => void removeAndLeave()}>
          {t('Delete')}
        </HeaderButton>
      )}
      {lead.hasAnswers && (
        <Button component={Link} to={resultPath(lead)} variant="default" leftSection={<IconChartRadar size={16} aria-hidden />}>
          {t('View')}
        </Button>
      )}
      {!lead.contact && can(actor, leadPolicy.convert) && (
        <Button
          component={Link}
          to={at(`lead/convert/${lead.uniqueId}`)}
          leftSection={<IconBuildingPlus size={16} aria-hidden />}
        >
          {t('Convert to company and contact')}
        </Button>
      )}
    </>
  )
}

/** The answers of a lead in the self-assessment. */
const Answers = ({ leadId }: { leadId: string }) => {
  const t = useText()
  const lang = useLanguage()
  const read = useList('GET /api/auditQuestion/answers', { leadId, lang, page: 0, size: 20 })
  return (
    <Card title={t('Answers')}>
      <QueryContent of={read} height={240}>
        {({ rows }) =>
          rows.length > 0 ? (
            rows.map((assessment) => <AssessmentAnswers key={assessment.uniqueId} assessment={assessment} />)
          ) : (
            <Text c="dimmed">{t('No data available')}</Text>
          )
        }
      </QueryContent>
    </Card>
  )
}

const AssessmentAnswers = ({ assessment }: { assessment: Assessment }) => {
  const t = useText()
  const actor = useActor()
  const remove = useDeleteAnswers()
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
      <Suspense fallback={<Skeleton height={320} />}>
        <StaffResult assessment={assessment} />
      </Suspense>
      <AnswerTable assessment={assessment} />
    </Stack>
  )
}

/** Deletes answers after a confirmation. The lead stays. */
const useDeleteAnswers = () => {
  const t = useText()
  const toast = useToast()
  const undo = useUndo('assessment')
  const { mutateAsync } = useSend('DELETE /api/auditQuestion/answers/:uniqueId')
  return async (uniqueId: string) => {
    const isSure = await confirm({
      title: t('Are you sure?'),
      text: t("You won't be able to revert this!"),
      details: [trashNotice(t, 2)],
      recordName: t('Answers'),
      confirmLabel: t('Yes, delete it!'),
    })
    if (!isSure) return
    await mutateAsync({ uniqueId }).then(
      (reply) => toast.reply(reply, () => void undo([uniqueId])),
      (error: unknown) => toast.failure(failureOf(error)),
    )
  }
}

/** Each question with its score, grouped by category with the category's mean. */
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
        {assessmentCategoryList.map((category) => (
          <Category key={category} category={category} assessment={assessment} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

const Category = ({ category, assessment }: { category: string; assessment: Assessment }) => {
  const t = useText()
  const mean = new Intl.NumberFormat(useLanguage(), { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const questions = assessment.answers.filter((answer) => answer.category === category)
  const average = assessment.averages.find((one) => one.category === category)?.average
  if (questions.length === 0) return null
  return (
    <>
      <Table.Tr>
        <Table.Th scope="row" style={{ whiteSpace: 'normal' }}>
          {t(category)}
        </Table.Th>
        <Table.Td ta="right" fw={650}>
          {average === undefined ? '–' : mean.format(average)}
        </Table.Td>
      </Table.Tr>
      {questions.map(({ questionId, question, score }) => (
        <Table.Tr key={questionId}>
          <Table.Td style={{ overflowWrap: 'break-word' }}>{question}</Table.Td>
          <Table.Td ta="right">{score}</Table.Td>
        </Table.Tr>
      ))}
    </>
  )
}
