import { z } from 'zod';
import type { ApiPlugin } from '../../platform/http/api.server.ts';
import { idParam } from '../../platform/wire/wire.ts';
import { viewerOf } from '../sessions/viewer-hook.server.ts';
import { createProfile } from './create-profile.server.ts';
import { allProfiles, createProfileInput, oneProfile, updateProfileInput } from './profiles.contract.ts';
import { listProfiles, updateProfile } from './profiles.queries.server.ts';
import { removeProfile } from './remove-profile.server.ts';

export const profilesApi: ApiPlugin = async (app, { services }) => {
  const { db } = services.connection;
  app.post(
    '/profile/create',
    {
      config: { needs: 'viewer', isIdempotent: true },
      schema: {
        summary: "Add a profile: one's own, or a relative's; a second SELF answers with the first",
        body: createProfileInput,
        response: { 200: oneProfile, 201: oneProfile },
      },
    },
    async (request, reply) => {
      const { profile, isNew } = await createProfile(db, viewerOf(request).userId, request.body);
      return reply.code(isNew ? 201 : 200).send({ data: profile });
    },
  );

  app.get(
    '/profile/all',
    {
      config: { needs: 'viewer' },
      schema: { summary: "One's own profiles, those in use", response: { 200: allProfiles } },
    },
    async (request) => ({ data: await listProfiles(db, viewerOf(request).userId) }),
  );

  app.patch(
    '/profile/:id',
    {
      config: { needs: 'viewer' },
      schema: {
        summary: 'Change names, number or answers; answers are replaced as a whole',
        params: z.strictObject({ id: idParam }),
        body: updateProfileInput,
        response: { 200: oneProfile },
      },
    },
    async (request) => ({ data: await updateProfile(db, viewerOf(request).userId, request.params.id, request.body) }),
  );

  app.delete(
    '/profile/:id',
    {
      config: { needs: 'viewer' },
      schema: {
        summary: "Take a profile out of use; one's own stays",
        params: z.strictObject({ id: idParam }),
        response: { 200: oneProfile },
      },
    },
    async (request) => ({ data: await removeProfile(db, viewerOf(request).userId, request.params.id) }),
  );
};
