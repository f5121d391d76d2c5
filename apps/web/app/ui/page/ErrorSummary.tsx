import { Alert, Anchor, List, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { Failure } from '#kit/api/failure'
import { useText } from '#kit/text'

interface ErrorSummaryProps {
  failure: Failure
  /** How the fields are called. Each field's element has its name as id. */
  labels: Readonly<Record<string, string>>
}

/** All that the server had against a form, with the way to each field. It takes the focus. */
export const ErrorSummary = ({ failure, labels }: ErrorSummaryProps) => {
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
                href={`#${field}`}
                inherit
                underline="always"
                onClick={(event) => {
                  event.preventDefault()
                  document.getElementById(field)?.focus()
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
