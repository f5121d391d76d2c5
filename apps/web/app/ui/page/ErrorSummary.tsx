import { Alert, Anchor, List, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Failure } from '#kit/api/failure'
import { useText } from '#kit/text'

interface ErrorSummaryProps {
  failure: Failure
  /** How the fields are called. Each field's element has its name as id, or the one that `ids` says. */
  labels: Readonly<Record<string, string>>
  ids?: Readonly<Record<string, string>>
}

/** The focus to a field; the tab that it lies in is opened first. */
const goTo = (id: string) => {
  const field = document.getElementById(id)
  const tab = field?.closest('[role="tabpanel"]')?.getAttribute('aria-labelledby')
  if (tab) flushSync(() => document.getElementById(tab)?.click())
  field?.focus()
}

/** All that the server had against a form, with the way to each field. It takes the focus. */
export const ErrorSummary = ({ failure, labels, ids = {} }: ErrorSummaryProps) => {
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus()
  }, [failure])
  const faults = Object.entries(failure.fields)
  return (
    <Alert
      color="red"
      icon={<IconAlertCircle aria-hidden />}
      title={t('This was not saved')}
      role="alert"
      tabIndex={-1}
      ref={box}
    >
      <Text size="sm">{t(failure.message)}</Text>
      {faults.length > 0 && (
        <List size="sm" mt="xs">
          {faults.map(([field, sentence]) => (
            <List.Item key={field}>
              <Anchor
                href={`#${ids[field] ?? field}`}
                inherit
                onClick={(event) => {
                  event.preventDefault()
                  goTo(ids[field] ?? field)
                }}
              >
                {labels[field] ?? field}
              </Anchor>
              : {t(sentence)}
            </List.Item>
          ))}
        </List>
      )}
    </Alert>
  )
}
