import { Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

interface CardProps {
  /** Its name in addresses: `#badge` leads to it. */
  anchor?: string
  title: string
  /** Its purpose, in a sentence. */
  description?: string
  children: ReactNode
}

/** One section of a page: a box with a title. */
export const Card = ({ anchor, title, description, children }: CardProps) => {
  const id = useId()
  return (
    <Paper
      withBorder
      p={{ base: 'md', sm: 'lg' }}
      component="section"
      aria-labelledby={id}
      {...(anchor && { id: anchor, tabIndex: -1 })}
    >
      <Stack>
        <div>
          <Title order={2} size="h4" id={id}>
            {title}
          </Title>
          {description && (
            <Text size="sm" c="dimmed">
              {description}
            </Text>
          )}
        </div>
        {children}
      </Stack>
    </Paper>
  )
}
