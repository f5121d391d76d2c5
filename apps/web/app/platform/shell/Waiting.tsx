import { Skeleton, Stack } from '@mantine/core'

/** The shape of a signed-in page, while it is found out who is signed in. */
export const Waiting = () => (
  <Stack p="xl" maw={1100} mx="auto" aria-hidden>
    <Skeleton height={32} width={240} />
    {Array.from({ length: 8 }, (_, row) => (
      <Skeleton key={row} height={20} />
    ))}
  </Stack>
)
