export default {
    "erasure.title": "Erasure of an account",
    "erasure.scheduled": "The account will be erased on {at}. Until then it can be kept: sign in to do so.",
    "erasure.withdrawn": "The account was kept. Nothing was erased.",
    "erasure.erasing": "The account is being erased. The key to its data was destroyed on {at}.",
    "erasure.complete": "Everything was erased on {at}.",
    "erasure.services": "What has been erased where",
    "erasure.service": "{service}: {at}",
    "erasure.none": "No part of the system has reported yet.",
    "erasure.proof": "Save the signed receipt",
    "erasure.unknown": "There is no erasure under this address. Check that the address is complete.",
} as const;
