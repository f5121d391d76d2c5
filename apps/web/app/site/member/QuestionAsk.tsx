import { Stack, Text } from '@mantine/core'
import { phrase } from '@tradewind/contract/kit/phrase'
import { ANSWER_DAYS, askedFields } from '@tradewind/contract/site/member/question.fields'
import { questionPolicy } from '@tradewind/contract/site/policies'
import { useCall } from '#kit/api/query'
import { guard } from '#kit/guard'
import { useText } from '#kit/text'
import { useFieldForm } from '#ui/entity/useFieldForm'
import { FormPage } from '#ui/form/FormPage'
import { Notice } from '#ui/page/Notice'
import { dayInSentence } from '#ui/values/dates'
import { nameOf } from './questionWords.tsx'
import { RemainingQuota } from './RemainingQuota.tsx'

export const handle = { name: phrase('Ask a question') }
export const clientLoader = guard({ rules: questionPolicy.create })

export default function QuestionAsk() {
  const t = useText()
  const { children, ...form } = useFieldForm(askedFields, {})
  return (
    <FormPage
      kind="question"
      listTitle={t('Questions')}
      newTitle={t('Ask a question')}
      nameOf={nameOf}
      saveText={t('Send')}
      {...form}
    >
      {(field) => (
        <>
          <Allowance />
          {children(field)}
        </>
      )}
    </FormPage>
  )
}

/** The remaining questions of the plan. If there are none, what was typed is kept for the next month. */
const Allowance = () => {
  const t = useText()
  const { data } = useCall('GET /api/question/remaining', {}, { refetchOnMount: true })
  if (data?.left === 0)
    return (
      <Notice kind="bad" title={t('Your plan has no question left this month')}>
        {t('From {day} you can ask again. What you write here is kept on this device until then.', {
          day: dayInSentence(data.renews),
        })}
      </Notice>
    )
  return (
    <Stack gap="xs" align="flex-start">
      <RemainingQuota quota={data} />
      <Text c="dimmed" size="sm">
        {t('You have an answer within {count} day.|You have an answer within {count} days.', { count: ANSWER_DAYS })}
      </Text>
    </Stack>
  )
}
